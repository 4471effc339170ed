import { isUuid } from '../../domain/uuid.ts';
import type { Database } from '../database.ts';
import type { Form } from '../generated/prisma/client.ts';
import { type PinnedQuestion, readPinnedQuestions } from '../pinned-questions.ts';

export interface FormPin {
  /** Which of the parallel forms, from 1. */
  readonly number: number;
  readonly id: string;
  readonly version: number;
}

export async function findForm(database: Database, id: string): Promise<Form | undefined> {
  if (!isUuid(id)) return undefined;
  return (await database.prisma.form.findUnique({ where: { id } })) ?? undefined;
}

/** The pins of all the parallel forms, in order. */
export async function readFormPins(database: Database, id: string): Promise<FormPin[]> {
  return database.query<FormPin & Record<string, unknown>>({
    text: `SELECT number::int, question_id AS id, version FROM form_questions
      WHERE form_id = $1 ORDER BY number, position`,
    values: [id],
  });
}

/** What they pin, in the same order. */
export function readFormQuestions(
  database: Database,
  pins: readonly FormPin[],
): Promise<PinnedQuestion[]> {
  return readPinnedQuestions(database, pins);
}

/** The newest run with item parameters, or the given one if it has some. */
export async function findParameterRun(
  database: Database,
  id: string | undefined,
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>({
    text: `SELECT id FROM analyses
      WHERE analysis_type = 'item_statistics' AND status = 'SUCCEEDED'
        AND parameters->>'model' <> 'none' AND ($1::uuid IS NULL OR id = $1::uuid)
      ORDER BY id DESC LIMIT 1`,
    values: [id ?? null],
  });
  return row?.id;
}

/** Those of the ids that no question has. */
export async function listUnknownIds(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database.query<{ id: string }>({
    text: `SELECT given.id FROM unnest($1::uuid[]) AS given(id)
      WHERE NOT EXISTS (SELECT 1 FROM questions WHERE questions.id = given.id)`,
    values: [[...new Set(ids)]],
  });
  return new Set(rows.map(({ id }) => id));
}
