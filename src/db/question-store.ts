import { notFound, ServiceError } from '../domain/errors.ts';
import { changedFields, contentOf, type QuestionContent } from '../domain/question-content.ts';
import { isUuid } from '../domain/uuid.ts';
import type { Question } from './generated/prisma/client.ts';
import {
  type Author,
  type IfVersion,
  insertStatement,
  toNewQuestions,
} from './question-changes.ts';
import type { Transaction } from './transaction.ts';

/** What an entry in the history of a question says beside the content. */
export interface Change extends Author {
  readonly kind: 'created' | 'updated' | 'deleted' | 'restored';
}

export async function insertQuestions(
  transaction: Transaction,
  contents: readonly (QuestionContent & { readonly id?: string })[],
  author: Author,
): Promise<void> {
  // One statement for any number of rows: createMany takes seconds for a thousand.
  const { text, values } = insertStatement(toNewQuestions(contents, author.at), author);
  await transaction.$queryRawUnsafe(text, ...values);
}

/** The current row, locked against other changes until the transaction ends. */
export async function lockQuestion(transaction: Transaction, id: string): Promise<Question | null> {
  const locked = await transaction.$queryRaw<
    unknown[]
  >`SELECT 1 FROM questions WHERE id = ${id}::uuid FOR UPDATE`;
  // One that is restored from now on is not locked.
  return locked.length > 0 ? transaction.question.findUnique({ where: { id } }) : null;
}

/** Locks a question that must exist and, where the caller names versions, be at one of them. */
export async function lockForChange(
  transaction: Transaction,
  id: string,
  ifVersion: IfVersion,
): Promise<Question> {
  const current = isUuid(id) ? await lockQuestion(transaction, id) : null;
  if (!current) return notFound('question', id);
  assertVersion(current.version, ifVersion);
  return current;
}

export function assertVersion(current: number, expected: IfVersion): void {
  if (!expected || expected.includes(current)) return;
  throw new ServiceError(
    'PRECONDITION_FAILED',
    `The question is at version ${current} now. Read it again and retry with that version.`,
  );
}

/** An update that changes nothing keeps the version and returns the current question. */
export async function updateQuestion(
  transaction: Transaction,
  current: Question,
  content: QuestionContent,
  change: Change,
): Promise<Question> {
  if (changedFields(current, content).length === 0) return current;
  const next = notBefore(current.updatedAt, change);
  const question = await transaction.question.update({
    where: { id: current.id },
    data: { ...content, version: current.version + 1, updatedAt: next.at },
  });
  await recordVersion(transaction, question, next);
  return question;
}

export async function deleteQuestion(
  transaction: Transaction,
  current: Question,
  change: Change,
): Promise<void> {
  await transaction.question.delete({ where: { id: current.id } });
  const last = { ...current, version: current.version + 1 };
  await recordVersion(transaction, last, notBefore(current.updatedAt, change));
}

/**
 * The change at the later of its own time and that of the last one: nodes' clocks differ, and a history
 * never runs backwards. The row is locked, so the last time is the last.
 */
export function notBefore(last: Date, change: Change): Change {
  return change.at < last ? { ...change, at: last } : change;
}

export async function recordVersion(
  transaction: Transaction,
  question: Question,
  change: Change,
): Promise<void> {
  await transaction.questionVersion.create({
    data: {
      ...contentOf(question),
      questionId: question.id,
      version: question.version,
      change: change.kind,
      changedBy: change.by,
      changedAt: change.at,
    },
  });
}
