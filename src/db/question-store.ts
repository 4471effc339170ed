import { v7 as uuidv7 } from 'uuid';
import { notFound, ServiceError } from '../domain/errors.ts';
import { changedFields, contentOf, type QuestionContent } from '../domain/question-content.ts';
import { isUuid } from '../domain/uuid.ts';
import { Prisma, type Question } from './generated/prisma/client.ts';
import { columnNames, contentColumnNames, recordColumns } from './question-columns.ts';
import type { Transaction } from './transaction.ts';

/** What an entry in the history of a question says beside the content. */
export interface Change {
  readonly kind: 'created' | 'updated' | 'deleted' | 'restored';
  readonly by: string;
  readonly at: Date;
}

const names = Prisma.raw(columnNames);
const contentNames = Prisma.raw(contentColumnNames);
const record = Prisma.raw(recordColumns);

/** Ids ascend in the given order, so that lists show new questions in that order. */
export async function insertQuestions(
  transaction: Transaction,
  contents: readonly (QuestionContent & { readonly id?: string })[],
  change: Change,
): Promise<Question[]> {
  const data = contents.map((content) => ({
    ...content,
    id: content.id ?? uuidv7(),
    version: 1,
    createdAt: change.at,
    updatedAt: change.at,
  }));
  // One statement with one JSON parameter for any number of rows: createMany takes seconds for a thousand.
  await transaction.$executeRaw`
    WITH added AS (
      INSERT INTO questions (${names})
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(data)}::jsonb) AS given(${record})
      RETURNING *
    )
    INSERT INTO question_versions (
      question_id, version, change, changed_by, changed_at, ${contentNames}
    )
    SELECT id, version, ${change.kind}, ${change.by}, ${change.at}, ${contentNames}
    FROM added`;
  return data;
}

/** The current row, locked against other changes until the transaction ends. */
export async function lockQuestion(transaction: Transaction, id: string): Promise<Question | null> {
  await transaction.$queryRaw`SELECT 1 FROM questions WHERE id = ${id}::uuid FOR UPDATE`;
  return transaction.question.findUnique({ where: { id } });
}

/** Locks a question that must exist and, where the caller names versions, be at one of them. */
export async function lockForChange(
  transaction: Transaction,
  id: string,
  ifVersion: readonly number[] | null | undefined,
): Promise<Question> {
  const current = isUuid(id) ? await lockQuestion(transaction, id) : null;
  if (!current) return notFound('question', id);
  assertVersion(current.version, ifVersion);
  return current;
}

export function assertVersion(
  current: number,
  expected: readonly number[] | null | undefined,
): void {
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
