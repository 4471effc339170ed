import { isClassNoun } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import { isYear } from './number-words.ts';
import type { ContentWord, ReadStem } from './read-question.ts';

/** Whether what only one of them says makes another question of it. */
export function isNarrowed(
  one: ReadStem,
  left: readonly ContentWord[],
  other: ReadStem,
  right: readonly ContentWord[],
  match: ContentMatch,
): boolean {
  if (isRankedBy(one, left) !== isRankedBy(other, right)) return true;
  const bothSided = left.length > 0 && right.length > 0;
  if (bothSided && isFirstOfYear(left) !== isFirstOfYear(right)) return true;
  if (!bothSided && (isRankOfSome(one, left, match) || isRankOfSome(other, right, match)))
    return true;
  return isHalfOf(one, left, match) || isHalfOf(other, right, match);
}

/** "The largest country by area" is the largest one, as is "by far the largest". */
const usualMeasures = new Set('area size surface land landmass far passenger traffic'.split(' '));

/** "South Vietnam" is not Vietnam. */
function isHalfOf(
  { content }: ReadStem,
  rest: readonly ContentWord[],
  { pairs }: ContentMatch,
): boolean {
  return rest.some((word) => {
    const next = content[content.indexOf(word) + 1];
    const isShared = next?.kind === 'name' && pairs.some((pair) => pair.includes(next));
    return isShared && next.preposition === '' && directions.has(word.form);
  });
}

const directions = new Set('north south east west northern southern eastern western'.split(' '));

/** "The largest lake by volume". */
function isRankedBy({ content }: ReadStem, rest: readonly ContentWord[]): boolean {
  const isRanked = content.some(({ isQualifier }) => isQualifier);
  return isRanked && rest.some(isMeasure);
}

/** "By volume"; not "by which species". */
export function isMeasure({ preposition, form, isFocus }: ContentWord): boolean {
  return preposition === 'by' && !isFocus && !usualMeasures.has(form);
}

/** "The largest landlocked country", "the largest of the terrestrial planets". */
function isRankOfSome(
  { content }: ReadStem,
  rest: readonly ContentWord[],
  { pairs }: ContentMatch,
): boolean {
  return rest.some((word) => {
    if (word.kind !== 'word' || isClassNoun(word) || plain.has(word.form)) return false;
    const at = content.indexOf(word);
    const next = content[at + 1];
    const isOfNext =
      next?.kind === 'word' && next.preposition === '' && !usualMeasures.has(next.form);
    const isShared = isOfNext && pairs.some((pair) => pair.includes(next));
    return isShared && content.slice(0, at).some(isRank);
  });
}

/** "Largest", "second". */
export function isRank({ isQualifier, meaning }: ContentWord): boolean {
  return isQualifier || /^\d+th$/.test(meaning);
}

const plain = new Set(
  'living known natural naturally existing single individual human modern full length feature possible great main major'.split(
    ' ',
  ),
);

/** "The #1 language of 2015", beside a language in which something is written. */
function isFirstOfYear(rest: readonly ContentWord[]): boolean {
  return rest.some(({ meaning }) => meaning === '1th') && rest.some(({ form }) => isYear(form));
}
