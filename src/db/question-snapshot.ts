import type pg from 'pg';
import type {
  AnalysisQuestion,
  StoredResponse,
  StoredResponseFilter,
} from '../analyses/analysis-type.ts';
import type { Statement } from './prepared-query.ts';
import { selectColumns } from './question-columns.ts';
import { storedResponses } from './stored-responses.ts';

/** Small, so that no FETCH takes longer than a millisecond or two. */
const pageSize = 250;
const responsesPerPage = 1000;

const columns = selectColumns('questions', [
  'id',
  'version',
  'questionText',
  'correctAnswer',
  'incorrectAnswers',
  'category',
  'difficulty',
  'topicFocus',
] satisfies (keyof AnalysisQuestion)[]);

/** A consistent view of the questions of a run, read in pages. */
export interface QuestionSnapshot {
  readonly total: number;
  /** The parameters of the run, large inputs included. */
  readonly parameters: unknown;
  readChosen(): AsyncIterable<AnalysisQuestion[]>;
  readBank(): AsyncIterable<AnalysisQuestion[]>;
  /** Recorded responses to the chosen questions, by respondent, question and time. */
  readResponses(filter: StoredResponseFilter): AsyncIterable<StoredResponse[]>;
  /** Adds questions of the whole bank to those that the run used. */
  alsoUse(ids: Iterable<string>): Promise<void>;
  /** Ids and versions of the questions that the run used, and the sum of rewrites it saw. */
  used(): {
    readonly ids: readonly string[];
    readonly versions: readonly number[];
    readonly seenRewrites: string;
  };
  close(): Promise<void>;
}

/** `matches` is the FROM and WHERE clauses of a SELECT of the chosen questions. */
export interface SnapshotOptions {
  readonly id: string;
  readonly matches: { readonly text: string; readonly values: readonly unknown[] };
}

export async function openSnapshot(
  client: pg.Client,
  { id, matches: { text, values } }: SnapshotOptions,
): Promise<QuestionSnapshot> {
  const used = { ids: [] as string[], versions: [] as number[] };
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The transaction is idle while the analysis computes.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const counted = await client.query<{ total: number; rewrites: string }>(
    `SELECT count(*)::int AS total,
       (SELECT COALESCE(sum(rewrites), 0)::text FROM question_changes) AS rewrites ${text}`,
    values.slice(),
  );
  const seenRewrites = counted.rows[0]?.rewrites ?? '0';
  const given = await client.query<{ parameters: unknown }>(
    'SELECT COALESCE(input, parameters) AS parameters FROM analyses WHERE id = $1',
    [id],
  );
  let cursors = 0;

  const read = (matches: string, parameters: readonly unknown[]) =>
    readPages<AnalysisQuestion>(
      { text: `SELECT ${columns} ${matches} ORDER BY questions.id`, values: parameters },
      pageSize,
    );

  async function* readPages<Row extends pg.QueryResultRow>(query: Statement, size: number) {
    cursors += 1;
    const cursor = `page_${cursors}`;
    await client.query(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR ${query.text}`,
      query.values.slice(),
    );
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${size} FROM ${cursor}`);
      if (rows.length === 0) break;
      yield rows;
    }
    await client.query(`CLOSE ${cursor}`);
  }

  return {
    total: counted.rows[0]?.total ?? 0,
    parameters: given.rows[0]?.parameters,
    async *readChosen() {
      for await (const page of read(text, values)) {
        for (const { id, version } of page) {
          used.ids.push(id);
          used.versions.push(version);
        }
        yield page;
      }
    },
    readBank: () => read('FROM questions', []),
    readResponses: (filter) =>
      readPages<StoredResponse & pg.QueryResultRow>(
        storedResponses({ text, values }, filter),
        responsesPerPage,
      ),
    async alsoUse(ids) {
      const known = new Set(used.ids);
      const others = [...new Set(ids)].filter((id) => !known.has(id));
      const { rows } = await client.query<{ id: string; version: number }>(
        'SELECT id, version FROM questions WHERE id = ANY($1::uuid[])',
        [others],
      );
      for (const { id, version } of rows) {
        used.ids.push(id);
        used.versions.push(version);
      }
    },
    used: () => ({ ...used, seenRewrites }),
    close: async () => void (await client.query('COMMIT')),
  };
}
