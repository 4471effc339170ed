import { agentNoun } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import { isYear } from './number-words.ts';
import type { ContentWord, ReadStem } from './read-question.ts';

/** Whether what only one of them says makes another question of it, or both ask for another person. */
export function isNarrowed(
  one: ReadStem,
  left: readonly ContentWord[],
  other: ReadStem,
  right: readonly ContentWord[],
  match: ContentMatch,
): boolean {
  if (isRankedBy(one, left) !== isRankedBy(other, right)) return true;
  if (isRankedInYear(left) !== isRankedInYear(right)) return true;
  if (isHalfOf(one, left, match) || isHalfOf(other, right, match)) return true;
  if (left.some(isAgent) && right.some(isAgent)) return true;
  const isOneSided = left.length === 0 || right.length === 0;
  const isRanked = match.pairs.some(([word]) => isRank(word));
  return isRanked && isOneSided && [...left, ...right].filter(isPlain).length > 2;
}

/** The largest country by area is the largest country, not so that by population. */
const sizes = new Set('area size surface land'.split(' '));

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
  return isRanked && rest.some(({ preposition, form }) => preposition === 'by' && !sizes.has(form));
}

/** "The #1 language of 2015". */
function isRankedInYear(rest: readonly ContentWord[]): boolean {
  return rest.some(isRank) && rest.some(({ form }) => isYear(form));
}

/** "The leading appearance maker", "the top goal scorer". */
function isAgent({ kind, form, isFocus }: ContentWord): boolean {
  return kind === 'word' && !isFocus && agentNoun.test(form);
}

function isRank({ isQualifier, meaning }: ContentWord): boolean {
  return isQualifier || meaning === '1th';
}

function isPlain({ kind, isFocus }: ContentWord): boolean {
  return kind === 'word' && !isFocus;
}
