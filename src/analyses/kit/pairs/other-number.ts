import type { ContentMatch } from './match-content.ts';
import { isYear } from './number-words.ts';
import type { ContentWord } from './read-question.ts';

/**
 * A year or "first" that only one of them has may be another clue; any other number makes it another
 * question.
 */
export function hasOtherNumber({
  onlyLeft,
  onlyRight,
  left,
  right,
  shared,
}: ContentMatch): boolean {
  const numbersIn = (words: readonly ContentWord[]) =>
    words.filter(({ kind, meaning }) => kind === 'number' && meaning !== '1');
  const [ofLeft, ofRight] = [numbersIn(onlyLeft), numbersIn(onlyRight)];
  const numbers = [...ofLeft, ...ofRight];
  if (numbers.length === 0) return false;
  const isOneSided = ofLeft.length === 0 || ofRight.length === 0;
  if (!isOneSided || !numbers.every(({ meaning }) => meaning === '1th' || isYear(meaning)))
    return true;
  const areYears = numbers.some(({ meaning }) => meaning !== '1th');
  return areYears && shared < 0.6 * Math.min(left, right);
}
