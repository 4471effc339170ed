import type { Fault } from '../../domain/errors.ts';
import { foldAnswer } from '../../domain/question.ts';
import type { ResponseInput } from '../../domain/response-input.ts';
import { type CheckedQuestion, checkAnswer } from './check-answer.ts';

export type ScoredResponse = Pick<ResponseInput, 'option' | 'answer'> & { readonly score: number };

/**
 * The option in the spelling of the question, and the score. A free-text answer that is one of the
 * choices, whatever its case, counts as that option; others are checked as those of a quiz.
 */
export function scoreResponse(
  { option, answer, score }: Pick<ResponseInput, 'option' | 'answer' | 'score'>,
  question: CheckedQuestion,
): ScoredResponse | Pick<Fault, 'code' | 'detail'> {
  const given = option ?? answer;
  if (given === null) return { option: null, answer: null, score: score ?? 0 };
  const folded = foldAnswer(given);
  const choices = [question.correctAnswer, ...question.incorrectAnswers];
  const chosen = choices.find((choice) => foldAnswer(choice) === folded) ?? null;
  if (chosen === null && option !== null) {
    const detail = 'Not a choice of this version of the question. Send free text as an answer.';
    return { code: 'unknown_option', detail };
  }
  const isRight = () =>
    chosen === null ? checkAnswer(given, question) !== null : chosen === question.correctAnswer;
  return {
    option: chosen,
    answer: chosen === null ? given : null,
    score: score ?? Number(isRight()),
  };
}
