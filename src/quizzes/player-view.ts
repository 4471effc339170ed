import { createHmac } from 'node:crypto';
import type { PinnedQuestion } from '../db/pinned-questions.ts';

/** What a player sees of a question: nothing that tells the answer. */
export interface PlayerQuestion {
  readonly id: string;
  readonly questionText: string;
  readonly choices: readonly string[];
  readonly category: string;
  readonly difficulty: number;
  readonly topicFocus: string | null;
}

/**
 * The choices are ordered by a keyed hash of session, question and choice. The seed of a session is
 * public, so it must not decide: who knows the order of a shuffle knows what was first.
 */
export function toPlayerQuestion(
  secret: Buffer,
  sessionId: string,
  question: Omit<PinnedQuestion, 'version'>,
): PlayerQuestion {
  const { id, questionText, category, difficulty, topicFocus } = question;
  const { correctAnswer, incorrectAnswers } = question;
  const rankOf = (choice: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([sessionId, id, choice]))
      .digest('hex');
  const choices =
    incorrectAnswers.length === 0
      ? []
      : [correctAnswer, ...incorrectAnswers]
          .map((choice) => ({ choice, rank: rankOf(choice) }))
          .sort((one, other) => (one.rank < other.rank ? -1 : 1))
          .map(({ choice }) => choice);
  return { id, questionText, choices, category, difficulty, topicFocus };
}
