import { createAnswerNumbers } from '../../kit/answers/answer-index.ts';
import { createAnswerComparison } from '../../kit/answers/same-answer.ts';
import { createWordReader } from '../../kit/text/vocabulary.ts';

/** Whose answers are the same, by the rule that finds duplicates. */
export function createAnswerTable(answers: readonly string[]) {
  const numbers = createAnswerNumbers(createWordReader());
  const answerOf = Int32Array.from(answers, numbers.numberOf);
  const isSameAnswer = createAnswerComparison(numbers.read());
  return {
    isSame: (one: number, other: number): boolean =>
      isSameAnswer(answerOf[one] ?? 0, answerOf[other] ?? 0),
  };
}
