import { foldAnswer } from '../../domain/question.ts';

/**
 * All choices in an order that does not give the answer away and is the same in every export: the
 * answer is at a place that depends on the question's id, the others keep their order.
 */
export function orderChoices({
  id,
  correctAnswer,
  incorrectAnswers,
}: {
  readonly id: string;
  readonly correctAnswer: string;
  readonly incorrectAnswers: readonly string[];
}): {
  readonly choices: readonly string[];
  readonly correct: number;
} {
  const correct = Number.parseInt(id.slice(-6), 16) % (incorrectAnswers.length + 1);
  return { choices: incorrectAnswers.toSpliced(correct, 0, correctAnswer), correct };
}

/** The number of the choice that an answer names: its text, its letter or its number from 1. */
export function findChoice(choices: readonly string[], answer: string): number | undefined {
  const wanted = foldAnswer(answer);
  const byText = choices.findIndex((choice) => foldAnswer(choice) === wanted);
  if (byText >= 0) return byText;
  const letter = /^[a-z]$/i.test(answer.trim()) ? wanted.charCodeAt(0) - 97 : undefined;
  const place = letter ?? (/^\d{1,2}$/.test(answer.trim()) ? Number(answer) - 1 : -1);
  return place >= 0 && place < choices.length ? place : undefined;
}

/** The first of several right answers is the key; the others are accepted too, in one spelling each. */
export function readRightAnswers(answers: readonly string[]): {
  readonly correct_answer?: string;
  readonly accepted_answers?: readonly string[];
} {
  const byForm = new Map<string, string>();
  for (const answer of answers) {
    const form = foldAnswer(answer);
    if (!byForm.has(form)) byForm.set(form, answer);
  }
  const [first, ...others] = byForm.values();
  if (first === undefined) return {};
  return { correct_answer: first, ...(others.length > 0 && { accepted_answers: others }) };
}
