import { type Fault, ServiceError, validationError } from '../domain/errors.ts';
import { applyChanges, type QuestionContent } from '../domain/question-content.ts';
import type { Question } from './generated/prisma/client.ts';
import { deleteManyStatement, updateManyStatement } from './question-changes.ts';
import type { Change } from './question-store.ts';
import { findBySourceKey, sourceKeyOf, sourceKeyTaken } from './source-key.ts';
import type { Transaction } from './transaction.ts';

/** All of them, or none if anything is wrong with any. Those that do not differ keep their version. */
export async function updateQuestions(
  transaction: Transaction,
  given: readonly string[],
  changes: Partial<QuestionContent>,
  change: Change,
): Promise<Question[]> {
  const ids = [...new Set(given)];
  const current = await lockAll(transaction, given);
  const contents = applyToAll(given, current, changes);
  if (changes.source !== undefined || changes.externalId !== undefined) {
    await assertSourceKeys(transaction, given, contents);
  }
  const { text, values } = updateManyStatement(ids, changes, change);
  const changed = await transaction.$queryRawUnsafe<{ id: string }[]>(text, ...values);
  if (changed.length > 0) {
    const where = { id: { in: changed.map(({ id }) => id) } };
    for (const row of await transaction.question.findMany({ where })) current.set(row.id, row);
  }
  return ids.flatMap((id) => current.get(id) ?? []);
}

export async function deleteQuestions(
  transaction: Transaction,
  given: readonly string[],
  change: Change,
): Promise<string[]> {
  await lockAll(transaction, given);
  const ids = [...new Set(given)];
  const { text, values } = deleteManyStatement(ids, change);
  await transaction.$queryRawUnsafe(text, ...values);
  return ids;
}

/** In the order of ids: two such changes at once wait for each other instead of ending in a deadlock. */
async function lockAll(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Map<string, Question>> {
  await transaction.$queryRaw`
    SELECT 1 FROM questions WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  const rows = await transaction.question.findMany({ where: { id: { in: [...ids] } } });
  const found = new Map(rows.map((row) => [row.id, row]));
  const faults = ids.flatMap((id, index): Fault[] =>
    found.has(id) ? [] : [{ path: ['ids', index], code: 'not_found', detail: 'No such question.' }],
  );
  if (faults.length > 0) throw validationError('BAD_USER_INPUT', faults);
  return found;
}

/** Rules that span several fields, of which the stored question may have some. */
function applyToAll(
  ids: readonly string[],
  current: ReadonlyMap<string, Question>,
  changes: Partial<QuestionContent>,
): Map<string, QuestionContent> {
  const contents = new Map<string, QuestionContent>();
  const faults = ids.flatMap((id, index): Fault[] => {
    const question = current.get(id);
    if (!question || contents.has(id)) return [];
    try {
      contents.set(id, applyChanges(question, changes));
      return [];
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return error.faults.slice(0, 1).map(({ code, path, detail }) => ({
        path: ['ids', index],
        code,
        detail: `With these changes, ${path.join(' ')} of this question breaks a rule: ${detail}`,
      }));
    }
  });
  if (faults.length > 0) throw validationError('BAD_USER_INPUT', faults);
  return contents;
}

async function assertSourceKeys(
  transaction: Transaction,
  ids: readonly string[],
  contents: ReadonlyMap<string, QuestionContent>,
): Promise<void> {
  const owners = await findBySourceKey(transaction, [...contents.values()], { lock: false });
  for (const [id, content] of contents) {
    const key = sourceKeyOf(content);
    if (key !== '' && !owners.has(key)) owners.set(key, id);
  }
  const paths = [...contents].flatMap(([id, content]) => {
    const key = sourceKeyOf(content);
    return key === '' || owners.get(key) === id ? [] : [['ids', ids.indexOf(id)]];
  });
  if (paths.length > 0) throw sourceKeyTaken(paths);
}
