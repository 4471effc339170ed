import type { NewQuestion } from '../domain/question-input.ts';
import { Prisma } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

type WithOrigin = Pick<NewQuestion, 'source' | 'externalId'>;

/** What makes a question the same one in two imports; without both halves it is always a new one. */
export function originOf({ source, externalId }: WithOrigin): string {
  return source === null || externalId === null ? '' : JSON.stringify([source, externalId]);
}

/** Ids of the stored questions that have the origin of one of these, by origin. */
export async function findByOrigin(
  transaction: Transaction,
  questions: readonly WithOrigin[],
  { lock }: { lock: boolean },
): Promise<Map<string, string>> {
  const known = questions.filter((question) => originOf(question) !== '');
  if (known.length === 0) return new Map();
  const sources = [...new Set(known.flatMap(({ source }) => source ?? []))];
  const externalIds = known.flatMap(({ externalId }) => externalId ?? []);
  const rows = await transaction.$queryRaw<({ id: string } & WithOrigin)[]>`
    SELECT id, source, external_id AS "externalId" FROM questions
    WHERE source = ANY(${sources}) AND external_id = ANY(${externalIds})
    ORDER BY id ${lock ? Prisma.sql`FOR UPDATE` : Prisma.empty}`;
  return new Map(rows.map((row) => [originOf(row), row.id]));
}
