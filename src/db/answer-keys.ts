import type { CheckedQuestion } from '../analyses/checking/check-answer.ts';
import type { Transaction } from './transaction.ts';

/** A question, and the version of it that was answered; null for the current one. */
export interface AnsweredVersion {
  readonly questionId: string;
  readonly version: number | null;
}

export interface VersionedKey extends CheckedQuestion {
  readonly version: number;
}

interface KeyRow {
  readonly id: string;
  readonly wanted: number | null;
  readonly version: number | null;
  readonly correctAnswer: string;
  readonly incorrectAnswers: string[];
  readonly acceptedAnswers: string[];
}

export interface AnswerKeys {
  /** Whether the question exists; a deleted one does not. */
  has(questionId: string): boolean;
  /** Undefined if the question never had this version. */
  find(answered: AnsweredVersion): VersionedKey | undefined;
}

/** The answers of these versions, in one statement. */
export async function readAnswerKeys(
  transaction: Transaction,
  answered: readonly AnsweredVersion[],
): Promise<AnswerKeys> {
  const wanted = [...new Map(answered.map((each) => [nameOf(each), each])).values()];
  const ids = wanted.map(({ questionId }) => questionId);
  const versions = wanted.map(({ version }) => version);
  const rows = await transaction.$queryRaw<KeyRow[]>`
    SELECT questions.id, wanted.version AS wanted, shown.version,
      shown.correct_answer AS "correctAnswer", shown.incorrect_answers AS "incorrectAnswers",
      shown.accepted_answers AS "acceptedAnswers"
    FROM unnest(${ids}::uuid[], ${versions}::int[]) AS wanted(id, version)
    JOIN questions ON questions.id = wanted.id
    LEFT JOIN question_versions AS shown ON shown.question_id = wanted.id
      AND shown.version = COALESCE(wanted.version, questions.version)`;
  const existing = new Set(rows.map(({ id }) => id));
  const keys = new Map(
    rows.map((row) => [nameOf({ questionId: row.id, version: row.wanted }), row]),
  );
  return {
    has: (questionId) => existing.has(questionId),
    find(each) {
      const row = keys.get(nameOf(each));
      return row?.version == null ? undefined : { ...row, version: row.version };
    },
  };
}

function nameOf({ questionId, version }: AnsweredVersion): string {
  return `${questionId} ${version ?? ''}`;
}
