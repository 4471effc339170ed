import type { NewQuestion } from '../domain/question-input.ts';
import type { Question } from './generated/prisma/client.ts';
import { type Change, insertQuestions, updateQuestion } from './question-store.ts';
import { findBySourceKey, sourceKeyOf } from './source-key.ts';
import type { Transaction } from './transaction.ts';

export interface ImportCount {
  created: number;
  updated: number;
  unchanged: number;
}

/** Stores questions; a question with the source key of a stored one updates it. */
export async function importQuestions(
  transaction: Transaction,
  questions: readonly NewQuestion[],
  change: Omit<Change, 'kind'>,
): Promise<ImportCount> {
  const stored = await readStored(transaction, questions);
  const added = questions.filter((question) => !stored.has(sourceKeyOf(question)));
  if (added.length > 0) await insertQuestions(transaction, added, { kind: 'created', ...change });
  let updated = 0;
  for (const question of questions) {
    const current = stored.get(sourceKeyOf(question));
    if (!current) continue;
    const saved = await updateQuestion(transaction, current, question, {
      kind: 'updated',
      ...change,
    });
    if (saved !== current) updated += 1;
  }
  const created = added.length;
  return { created, updated, unchanged: questions.length - created - updated };
}

async function readStored(
  transaction: Transaction,
  questions: readonly NewQuestion[],
): Promise<Map<string, Question>> {
  const ids = await findBySourceKey(transaction, questions, { lock: true });
  const rows = await transaction.question.findMany({ where: { id: { in: [...ids.values()] } } });
  return new Map(rows.map((row) => [sourceKeyOf(row), row]));
}
