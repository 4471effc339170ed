import { shuffleBy } from '../../domain/draw.ts';
import type { FileQuestion } from '../format.ts';

/** A form as people see it. */
export interface Sheet {
  readonly title: string;
  readonly questions: readonly SheetQuestion[];
}

export interface SheetQuestion {
  readonly text: string;
  /** Empty for an open question. */
  readonly choices: readonly string[];
  readonly answer: string;
}

/** Forms and their key, which is a part of its own: it can be kept apart from the forms. */
export interface Sheets {
  readonly title: string;
  readonly sheets: readonly Sheet[];
  readonly hasKey: boolean;
}

/**
 * The choices in an order that depends on their texts and the seed alone, so that it tells nothing about
 * which of them is the answer.
 */
export function orderChoices(
  { id, correctAnswer, incorrectAnswers }: FileQuestion,
  seed: string,
): string[] {
  if (incorrectAnswers.length === 0) return [];
  return shuffleBy([correctAnswer, ...incorrectAnswers], (choice) => choice, seed, id);
}

export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** For example "B. Mercury", or the text of an answer to an open question. */
export function keyOf({ choices, answer }: SheetQuestion): { letter: string; answer: string } {
  const index = choices.indexOf(answer);
  return { letter: index < 0 ? '' : letterOf(index), answer };
}
