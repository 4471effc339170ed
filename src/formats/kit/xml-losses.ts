import type { FileQuestion } from '../format.ts';

/** The fields with a text that the format cannot hold. */
export function xmlLosses(question: FileQuestion, isHeld: (text: string) => boolean): string[] {
  const texts: Readonly<Record<string, readonly (string | null)[]>> = {
    question_text: [question.questionText],
    correct_answer: [question.correctAnswer],
    incorrect_answers: question.incorrectAnswers,
    accepted_answers: question.acceptedAnswers,
    topic_focus: [question.topicFocus],
    source: [question.source],
    external_id: [question.externalId],
  };
  return Object.entries(texts).flatMap(([field, values]) =>
    values.every((value) => value === null || isHeld(value)) ? [] : [field],
  );
}
