import type { ContentMatch } from './match-content.ts';
import { isYear } from './number-words.ts';
import type { ContentWord } from './read-question.ts';

/**
 * Whether each has a number of one kind that the other has not: two years, two ranks, two counts. One that only one of
 * them has may be another clue; of questions with one answer, only a year and "first" may.
 */
export function hasOtherNumber(
  { onlyLeft, onlyRight }: ContentMatch,
  isSameAnswer: boolean,
): boolean {
  const [left, right] = [numbersIn(onlyLeft), numbersIn(onlyRight)];
  const kinds = right.map(kindOf);
  if (left.some((number) => kinds.includes(kindOf(number)))) return true;
  return isSameAnswer && [...left, ...right].some((number) => !isClue(number));
}

function numbersIn(words: readonly ContentWord[]): string[] {
  return words
    .filter(({ kind, meaning }) => kind === 'number' && meaning !== '1')
    .map(({ meaning }) => meaning);
}

function kindOf(number: string): 'year' | 'rank' | 'count' {
  if (isYear(number)) return 'year';
  return number.endsWith('th') ? 'rank' : 'count';
}

function isClue(number: string): boolean {
  return number === '1th' || isYear(number);
}
