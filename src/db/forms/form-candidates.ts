import type pg from 'pg';
import type { Candidate } from '../../assembly/blueprint.ts';
import type { FormRequest } from '../../domain/form-input.ts';
import { matchesOf } from '../question-list.ts';

/** A question that forms may use, at the version that they pin. */
export interface FormCandidate extends Candidate {
  readonly version: number;
}

export interface SavedRequest {
  readonly request: FormRequest;
  readonly seed: string;
  /** The run with the item parameters. */
  readonly analysisId: string | null;
}

export async function readFormRequest(
  client: pg.Client,
  id: string,
): Promise<SavedRequest | undefined> {
  const { rows } = await client.query<SavedRequest>(
    'SELECT request, seed, analysis_id AS "analysisId" FROM forms WHERE id = $1',
    [id],
  );
  return rows[0];
}

/** The questions that match the criteria, sorted by id; undefined if there are more than allowed. */
export async function readCandidates(
  client: pg.Client,
  { criteria, objective }: FormRequest,
  max: number,
): Promise<FormCandidate[] | undefined> {
  const matches = matchesOf(criteria);
  const exposure = objective?.kind === 'least_exposure' ? exposureOf : '0';
  const { rows } = await client.query<FormCandidate>(
    `SELECT questions.id, questions.version, questions.category, questions.difficulty,
       lower(questions.topic_focus) AS topic, questions.source, ${exposure} AS exposure
     ${matches.text} ORDER BY questions.id LIMIT ${max + 1}`,
    [...matches.values],
  );
  return rows.length > max ? undefined : rows;
}

/** In how many forms a question is, and how many responses it has. */
const exposureOf = `(
  (SELECT count(*) FROM form_questions used WHERE used.question_id = questions.id)
  + (SELECT count(*) FROM responses given WHERE given.question_id = questions.id))::int`;

/** Pairs of question ids that the newest duplicates analysis found to be the same question, or that have the same text. */
export async function readDuplicates(
  client: pg.Client,
  candidates: readonly FormCandidate[],
): Promise<[string, string][]> {
  const ids = candidates.map(({ id }) => id);
  const { rows } = await client.query<{ a: string; b: string }>(
    `WITH newest AS (
       SELECT details FROM analyses
       WHERE analysis_type = 'duplicates' AND status = 'SUCCEEDED' ORDER BY id DESC LIMIT 1
     ), found AS (
       SELECT (pair->>'a')::uuid AS a, (pair->>'b')::uuid AS b
       FROM newest, json_array_elements(newest.details->'pairs') AS pair
       WHERE pair->>'kind' <> 'template_sibling'
     ), chosen AS (
       SELECT id, md5(lower(question_text)) AS text FROM questions WHERE id = ANY($1::uuid[])
     ), same AS (
       SELECT lag(id) OVER (PARTITION BY text ORDER BY id) AS a, id AS b FROM chosen
     )
     SELECT a, b FROM found WHERE a = ANY($1::uuid[]) AND b = ANY($1::uuid[])
     UNION SELECT a, b FROM same WHERE a IS NOT NULL`,
    [`{${ids.join(',')}}`],
  );
  return rows.map(({ a, b }) => [a, b]);
}

/** Discrimination and difficulty of questions, by id. */
export async function readItemParameters(
  client: pg.Client,
  analysisId: string,
): Promise<Map<string, { a: number; b: number }>> {
  const { rows } = await client.query<{ id: string; a: number; b: number }>(
    `SELECT item->>'question_id' AS id, (item->>'a')::float8 AS a, (item->>'b')::float8 AS b
     FROM analysis_items
     WHERE analysis_id = $1 AND item->>'a' IS NOT NULL AND item->>'b' IS NOT NULL`,
    [analysisId],
  );
  return new Map(rows.map(({ id, a, b }) => [id, { a, b }]));
}
