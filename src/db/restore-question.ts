import { notFound, ServiceError } from '../domain/errors.ts';
import { contentOf, type QuestionContent } from '../domain/question-content.ts';
import type { Question, QuestionVersion } from './generated/prisma/client.ts';
import {
  assertVersion,
  type Change,
  lockQuestion,
  notBefore,
  recordVersion,
  updateQuestion,
} from './question-store.ts';
import type { Transaction } from './transaction.ts';

/** Gives a question the content of an earlier version; a deleted question comes back under its id. */
export async function restoreQuestion(
  transaction: Transaction,
  { id, version, ifVersion }: RestoreOptions,
  change: Change,
): Promise<Question> {
  await lockHistory(transaction, id);
  const current = await lockQuestion(transaction, id);
  const last = await transaction.questionVersion.findFirst({
    where: { questionId: id },
    orderBy: { version: 'desc' },
  });
  if (!last) return notFound('question', id);
  assertVersion(last.version, ifVersion);
  const wanted = await transaction.questionVersion.findUnique({
    where: { questionId_version: { questionId: id, version } },
  });
  if (!wanted) {
    throw new ServiceError(
      'NOT_FOUND',
      `The question has versions 1 to ${last.version}, not ${version}.`,
    );
  }
  return current
    ? updateQuestion(transaction, current, contentOf(wanted), change)
    : reviveQuestion(transaction, last, contentOf(wanted), change);
}

export interface RestoreOptions {
  readonly id: string;
  readonly version: number;
  readonly ifVersion: readonly number[] | null | undefined;
}

/**
 * Serializes restorations of a question: a deleted question has no row to lock, and two concurrent
 * restorations would both insert it. Taken before the lock on the question.
 */
export async function lockHistory(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`
    SELECT 1 FROM question_versions WHERE question_id = ${id}::uuid AND version = 1 FOR UPDATE`;
}

/** Brings a deleted question back under its id, after the last of its versions. */
export async function reviveQuestion(
  transaction: Transaction,
  last: QuestionVersion,
  content: QuestionContent,
  change: Change,
): Promise<Question> {
  const next = notBefore(last.changedAt, change);
  const id = last.questionId;
  const first = await transaction.questionVersion.findFirst({
    where: { questionId: id },
    orderBy: { version: 'asc' },
  });
  const question = await transaction.question.create({
    data: {
      ...content,
      id,
      version: last.version + 1,
      createdAt: first?.changedAt ?? next.at,
      updatedAt: next.at,
    },
  });
  await recordVersion(transaction, question, next);
  return question;
}
