import type { ContentMatch } from './match-content.ts';
import { isYear } from './number-words.ts';
import type { ContentWord, ReadStem } from './read-question.ts';

/**
 * Whether each has a number of one kind that the other has not: two years, two ranks, two counts, two formulas. One that only one of
 * them has may be another clue.
 */
export function hasOtherNumber({ onlyLeft, onlyRight }: ContentMatch): boolean {
  const [left, right] = [kindsIn(onlyLeft), kindsIn(onlyRight)];
  return left.some((kind) => right.includes(kind));
}

const single =
  /(?<!\b(?:which|only|the|no|any) )\bone (?!of|that|which|who|another|day)\w|\bsingle \w/;

/** "One stroke under par" and "two under par"; not "which one". */
export function areOneAndSeveral(
  one: ReadStem,
  other: ReadStem,
  { onlyLeft, onlyRight }: ContentMatch,
): boolean {
  const isOne = ({ text }: ReadStem, rest: readonly ContentWord[]) =>
    single.test(text) || rest.some(({ kind, meaning }) => kind === 'number' && meaning === '1');
  const [isLeftOne, isRightOne] = [isOne(one, onlyLeft), isOne(other, onlyRight)];
  if (isLeftOne === isRightOne) return false;
  return kindsIn(isLeftOne ? onlyRight : onlyLeft).includes('count');
}

const chance = /\b(?:probability|likely|chances?|odds)\b/;

/** What is counted decides a probability: three coins or one, a sum of 7 or of 8. */
export function haveOtherOdds(one: ReadStem, other: ReadStem): boolean {
  if (!chance.test(one.text) || !chance.test(other.text)) return false;
  return numbersIn(one) !== numbersIn(other);
}

function numbersIn({ text }: ReadStem): string {
  const numbers = text.replace(/\b\d+ sided\b/g, '').match(/\b\d+\b/g) ?? [];
  return [...new Set(numbers)]
    .filter((each) => each !== '1')
    .sort()
    .join(' ');
}

/** "x²" and "sin x". */
const formula = /^(?:[a-z]\d+|sin|cos|tan|log|ln|exp|sqrt)$/;

function kindsIn(words: readonly ContentWord[]): ('year' | 'rank' | 'count' | 'formula')[] {
  return words.flatMap(({ kind, meaning, form }) => {
    if (formula.test(form)) return ['formula'];
    if (kind !== 'number' || meaning === '1') return [];
    if (isYear(meaning)) return ['year'];
    return [meaning.endsWith('th') ? 'rank' : 'count'];
  });
}

/** A number that is no year, and not "the first": these are mostly another clue where only one question has them. */
export function isCount({ kind, meaning }: ContentWord): boolean {
  return kind === 'number' && meaning !== '1th' && !isYear(meaning);
}
