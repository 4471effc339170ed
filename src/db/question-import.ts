import { changedFields, contentOf } from '../domain/question.ts';
import type { NewQuestion } from '../domain/question-input.ts';
import type { Question } from './generated/prisma/client.ts';
import { findByOrigin, originOf } from './question-origin.ts';
import { type Change, insertQuestions, updateQuestion } from './question-store.ts';
import type { Transaction } from './transaction.ts';

export interface ImportCount {
  created: number;
  updated: number;
  unchanged: number;
}

/** Inserts questions; one with the source and external id of a stored question updates it. */
export async function importQuestions(
  transaction: Transaction,
  questions: readonly NewQuestion[],
  change: Omit<Change, 'kind'>,
): Promise<ImportCount> {
  const stored = await readStored(transaction, questions);
  const added = questions.filter((question) => !stored.has(originOf(question)));
  if (added.length > 0) await insertQuestions(transaction, added, { kind: 'created', ...change });
  let updated = 0;
  for (const question of questions) {
    const current = stored.get(originOf(question));
    if (!current || changedFields(contentOf(current), question).length === 0) continue;
    await updateQuestion(transaction, current, question, { kind: 'updated', ...change });
    updated += 1;
  }
  const created = added.length;
  return { created, updated, unchanged: questions.length - created - updated };
}

async function readStored(
  transaction: Transaction,
  questions: readonly NewQuestion[],
): Promise<Map<string, Question>> {
  const ids = await findByOrigin(transaction, questions, { lock: true });
  const rows = await transaction.question.findMany({ where: { id: { in: [...ids.values()] } } });
  return new Map(rows.map((row) => [originOf(row), row]));
}
