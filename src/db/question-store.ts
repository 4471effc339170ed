import { v7 as uuidv7 } from 'uuid';
import { contentOf, type QuestionContent } from '../domain/question.ts';
import type { Question, QuestionVersion } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

/** Who changed a question, when, and how: the frame of every entry in its history. */
export interface Change {
  readonly kind: 'created' | 'updated' | 'deleted' | 'restored';
  readonly by: string;
  readonly at: Date;
}

/** Stores new questions in the order given: their ids ascend, so lists show them in that order. */
export async function insertQuestions(
  transaction: Transaction,
  contents: readonly QuestionContent[],
  change: Change,
): Promise<Question[]> {
  const data = contents.map((content) => ({
    ...content,
    id: uuidv7(),
    version: 1,
    createdAt: change.at,
    updatedAt: change.at,
  }));
  // One statement with one parameter for any number of them: Prisma's own takes seconds for a thousand.
  await transaction.$executeRaw`
    WITH added AS (
      INSERT INTO questions (
        id, question_text, correct_answer, incorrect_answers, category, difficulty, topic_focus,
        source, external_id, version, created_at, updated_at
      )
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(data)}::jsonb) AS given(
        "id" uuid, "questionText" text, "correctAnswer" text, "incorrectAnswers" text[],
        "category" text, "difficulty" smallint, "topicFocus" text, "source" text,
        "externalId" text, "version" integer, "createdAt" timestamptz, "updatedAt" timestamptz
      )
      RETURNING *
    )
    INSERT INTO question_versions (
      question_id, version, change, changed_by, changed_at, question_text, correct_answer,
      incorrect_answers, category, difficulty, topic_focus, source, external_id
    )
    SELECT id, version, ${change.kind}, ${change.by}, ${change.at}, question_text, correct_answer,
      incorrect_answers, category, difficulty, topic_focus, source, external_id
    FROM added`;
  return data;
}

/** The question as it stands, locked against other changes until the transaction ends. */
export async function lockQuestion(transaction: Transaction, id: string): Promise<Question | null> {
  await transaction.$queryRaw`SELECT 1 FROM questions WHERE id = ${id}::uuid FOR UPDATE`;
  return transaction.question.findUnique({ where: { id } });
}

/**
 * Makes restorations of a question wait for each other: of a deleted one there is no row to lock, and
 * two at a time would both bring it back. Taken before the question itself.
 */
export async function lockHistory(transaction: Transaction, id: string): Promise<void> {
  await transaction.$queryRaw`
    SELECT 1 FROM question_versions WHERE question_id = ${id}::uuid AND version = 1 FOR UPDATE`;
}

export async function updateQuestion(
  transaction: Transaction,
  current: Question,
  content: QuestionContent,
  change: Change,
): Promise<Question> {
  const question = await transaction.question.update({
    where: { id: current.id },
    data: { ...content, version: current.version + 1, updatedAt: change.at },
  });
  await recordVersions(transaction, [question], change);
  return question;
}

export async function deleteQuestion(
  transaction: Transaction,
  current: Question,
  change: Change,
): Promise<void> {
  await transaction.question.delete({ where: { id: current.id } });
  await recordVersions(transaction, [{ ...current, version: current.version + 1 }], change);
}

/** Brings a deleted question back under its old id, with the version after its last. */
export async function reviveQuestion(
  transaction: Transaction,
  last: QuestionVersion,
  content: QuestionContent,
  change: Change,
): Promise<Question> {
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
      createdAt: first?.changedAt ?? change.at,
      updatedAt: change.at,
    },
  });
  await recordVersions(transaction, [question], change);
  return question;
}

async function recordVersions(
  transaction: Transaction,
  questions: readonly (QuestionContent & { id: string; version: number })[],
  change: Change,
): Promise<void> {
  await transaction.questionVersion.createMany({
    data: questions.map((question) => ({
      ...contentOf(question),
      questionId: question.id,
      version: question.version,
      change: change.kind,
      changedBy: change.by,
      changedAt: change.at,
    })),
  });
}
