import type { ContentMatch } from './match-content.ts';
import { isYear } from './number-words.ts';
import type { ContentWord } from './read-question.ts';

/**
 * Whether each has a number of one kind that the other has not: two years, two ranks, two counts. One that only one of
 * them has may be another clue.
 */
export function hasOtherNumber({ onlyLeft, onlyRight }: ContentMatch): boolean {
  const [left, right] = [kindsIn(onlyLeft), kindsIn(onlyRight)];
  return left.some((kind) => right.includes(kind));
}

function kindsIn(words: readonly ContentWord[]): ('year' | 'rank' | 'count')[] {
  return words
    .filter(({ kind, meaning }) => kind === 'number' && meaning !== '1')
    .map(({ meaning }) => {
      if (isYear(meaning)) return 'year';
      return meaning.endsWith('th') ? 'rank' : 'count';
    });
}

/** A number that is no year, and not "the first": these are mostly another clue where only one question has them. */
export function isCount({ kind, meaning }: ContentWord): boolean {
  return kind === 'number' && meaning !== '1th' && !isYear(meaning);
}
