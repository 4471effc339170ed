import { contentOf } from '../domain/question-content.ts';
import type { NewQuestion } from '../domain/question-input.ts';
import type { Question, QuestionVersion } from './generated/prisma/client.ts';
import { type Change, insertQuestions, updateQuestion } from './question-store.ts';
import { reviveQuestion } from './restore-question.ts';
import { findBySourceKey, sourceKeyOf } from './source-key.ts';
import type { Transaction } from './transaction.ts';

type ImportedQuestion = NewQuestion & { readonly id?: string };

export interface ImportCount {
  created: number;
  /** Restored ones included. */
  updated: number;
  unchanged: number;
}

/**
 * Stores questions. One with the id or the source key of a stored question updates it, one with the id
 * of a deleted question restores it, and an unknown id is kept.
 */
export async function importQuestions(
  transaction: Transaction,
  questions: readonly ImportedQuestion[],
  change: Omit<Change, 'kind'>,
): Promise<ImportCount> {
  const stored = await readStored(transaction, questions);
  const isNew = (question: ImportedQuestion) =>
    !stored.find(question) && !stored.deleted.has(question.id ?? '');
  const added = questions.filter(isNew);
  if (added.length > 0) await insertQuestions(transaction, added, change);
  let updated = 0;
  for (const question of questions) {
    const current = stored.find(question);
    const last = stored.deleted.get(question.id ?? '');
    if (!current && !last) continue;
    const saved = current
      ? await updateQuestion(transaction, current, contentOf(question), {
          kind: 'updated',
          ...change,
        })
      : last &&
        (await reviveQuestion(transaction, last, contentOf(question), {
          kind: 'restored',
          ...change,
        }));
    if (saved && saved !== current) {
      updated += 1;
      // Another line may be for the same question.
      stored.current.set(saved.id, saved);
    }
  }
  const created = added.length;
  return { created, updated, unchanged: questions.length - created - updated };
}

/** The stored questions that those of a file are for, locked until the transaction ends. */
async function readStored(transaction: Transaction, questions: readonly ImportedQuestion[]) {
  const ids = questions.flatMap(({ id }) => id ?? []);
  // Restorations lock the history first, and a deleted question has no other row.
  await transaction.$queryRaw`
    SELECT 1 FROM question_versions WHERE question_id = ANY(${ids}::uuid[]) AND version = 1
    ORDER BY question_id FOR UPDATE`;
  await transaction.$queryRaw`
    SELECT 1 FROM questions WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  const bySourceKey = await findBySourceKey(transaction, questions, { lock: true });
  const rows = await transaction.question.findMany({
    where: { id: { in: [...ids, ...bySourceKey.values()] } },
  });
  const current = new Map<string, Question>(rows.map((row) => [row.id, row]));
  return {
    current,
    find: (question: ImportedQuestion): Question | undefined =>
      current.get(question.id ?? '') ?? current.get(bySourceKey.get(sourceKeyOf(question)) ?? ''),
    deleted: await readDeleted(
      transaction,
      ids.filter((id) => !current.has(id)),
    ),
  };
}

/** The last versions of deleted questions, by id. */
async function readDeleted(
  { questionVersion }: Transaction,
  ids: readonly string[],
): Promise<Map<string, QuestionVersion>> {
  if (ids.length === 0) return new Map();
  const last = await questionVersion.findMany({
    where: { questionId: { in: [...ids] } },
    distinct: ['questionId'],
    orderBy: [{ questionId: 'asc' }, { version: 'desc' }],
  });
  return new Map(last.map((version) => [version.questionId, version]));
}
