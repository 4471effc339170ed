import { ServiceError } from '../domain/errors.ts';
import type { NewQuestion } from '../domain/question-input.ts';
import type { Database } from './database.ts';
import { isUniqueViolation } from './database-error.ts';
import { Prisma } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

type WithSourceKey = Pick<NewQuestion, 'source' | 'externalId'>;

/** Identifies a question across imports; empty unless both source and external id are set. */
export function sourceKeyOf({ source, externalId }: WithSourceKey): string {
  return source === null || externalId === null ? '' : JSON.stringify([source, externalId]);
}

/** Ids of the stored questions that share a source key with one of these, by source key. */
export async function findBySourceKey(
  transaction: Transaction,
  questions: readonly WithSourceKey[],
  { lock }: { lock: boolean },
): Promise<Map<string, string>> {
  const known = questions.filter((question) => sourceKeyOf(question) !== '');
  if (known.length === 0) return new Map();
  const sources = [...new Set(known.flatMap(({ source }) => source ?? []))];
  const externalIds = known.flatMap(({ externalId }) => externalId ?? []);
  const rows = await transaction.$queryRaw<({ id: string } & WithSourceKey)[]>`
    SELECT id, source, external_id AS "externalId" FROM questions
    WHERE source = ANY(${sources}) AND external_id = ANY(${externalIds})
    ORDER BY id ${lock ? Prisma.sql`FOR UPDATE` : Prisma.empty}`;
  return new Map(rows.map((row) => [sourceKeyOf(row), row.id]));
}

type Path = readonly (string | number)[];

/** Rejects new questions whose source key is already used, and says at which paths they are. */
export async function assertNewSourceKeys(
  { prisma }: Database,
  questions: readonly WithSourceKey[],
  pathOf: (index: number) => Path,
): Promise<void> {
  const stored = await findBySourceKey(prisma, questions, { lock: false });
  const paths = questions.flatMap((question, index) =>
    stored.has(sourceKeyOf(question)) ? [pathOf(index)] : [],
  );
  if (paths.length > 0) throw duplicateSourceKey(paths);
}

/** Whether another question than the given one has this source key. */
export async function isSourceKeyTaken(
  database: Database,
  { source, externalId }: WithSourceKey,
  except: string | null,
): Promise<boolean> {
  if (source === null || externalId === null) return false;
  const found = await database.query({
    text: `SELECT id FROM questions
      WHERE source = $1 AND external_id = $2 AND id IS DISTINCT FROM $3::uuid`,
    values: [source, externalId, except],
  });
  return found.length > 0;
}

/** Translates the violation of the unique index, which concurrent changes can cause. */
export async function rejectDuplicateSourceKey<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw duplicateSourceKey([[]]);
  }
}

function duplicateSourceKey(paths: readonly Path[]): ServiceError {
  return sourceKeyTaken(paths.map((path) => [...path, 'externalId']));
}

/** Says at which paths of the input the source key comes from. */
export function sourceKeyTaken(paths: readonly Path[]): ServiceError {
  const detail = 'Another question has this source and external id.';
  return new ServiceError('CONFLICT', `${detail} Update that question, or use another id.`, {
    faults: paths.map((path) => ({ path, code: 'taken', detail })),
  });
}
