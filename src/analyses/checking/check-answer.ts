import { countTypos } from '../../domain/edit-distance.ts';
import { type AnswerReading, isSameNumber, readAnswer } from './answer-reading.ts';
import { countSlips } from './count-slips.ts';

/**
 * Why an answer was accepted. `exact`: the key itself; `form`: it differs in case, marks, articles,
 * punctuation, spaces or a British spelling; `number`: the same number, however it is written;
 * `alias`: one of the accepted answers, in any of these ways; `typo`: a slip of the keys.
 */
export const acceptances = ['exact', 'form', 'number', 'alias', 'typo'] as const;

export type Acceptance = (typeof acceptances)[number];

export interface CheckedQuestion {
  readonly correctAnswer: string;
  readonly incorrectAnswers: readonly string[];
  readonly acceptedAnswers: readonly string[];
}

/** Why an answer by choice or by text is right; null if it is not. */
export function checkAnswer(given: string, question: CheckedQuestion): Acceptance | null {
  const answer = readAnswer(given);
  const key = readAnswer(question.correctAnswer);
  if (answer.text === key.text) return 'exact';
  const wrong = question.incorrectAnswers.map(readAnswer);
  // Whoever picked another choice meant it, however similar it is to the key.
  if (wrong.some(({ text }) => text === answer.text)) return null;
  const aliases = question.acceptedAnswers.map(readAnswer);
  if (aliases.some(({ text }) => text === answer.text)) return 'alias';
  for (const isSame of [isSameNumber, isSameForm]) {
    // The key and a distractor may differ in nothing but what is forgiven, such as a mark.
    if (wrong.some((each) => isSame(answer, each))) return null;
    if (isSame(answer, key)) return isSame === isSameForm ? 'form' : 'number';
    if (aliases.some((each) => isSame(answer, each))) return 'alias';
  }
  const slips = Math.min(...[key, ...aliases].map((each) => countSlips(answer, each)));
  if (!Number.isFinite(slips)) return null;
  // However many it has: what is as close to a distractor may be meant as that.
  const isCloser = (each: AnswerReading) => distance(answer, each) <= slips;
  return wrong.some(isCloser) ? null : 'typo';
}

function isSameForm(one: AnswerReading, other: AnswerReading): boolean {
  return one.letters === other.letters;
}

const maxDistance = 3;

function distance(one: AnswerReading, other: AnswerReading): number {
  return countTypos(one.letters, other.letters, maxDistance);
}
