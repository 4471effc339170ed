import { months } from './answer-notation.ts';
import { isPlace } from './demonyms.ts';
import type { ContentMatch } from './match-content.ts';
import type { ContentWord, ReadStem } from './read-question.ts';
import { readRest } from './rest-words.ts';
import { isGenericName } from './short-names.ts';

/**
 * "The highest mountain in Slovakia" and "Austria's tallest peak": all that makes them different is what each names. Where
 * their answers differ, a name or a number that both have may say enough, and the others are clues: "the hotel that Basil
 * runs in the BBC sitcom", "John Cleese's Basil".
 */
export function areNamedOtherwise(
  one: ReadStem,
  other: ReadStem,
  match: ContentMatch,
  isSameAnswer: boolean,
): boolean {
  const { left, right } = readRest(one, other, match);
  if (![left, right].every((rest) => rest.every(isName) && rest.some(isTelling))) return false;
  return isSameAnswer || match.pairs.every(([{ kind }]) => kind === 'word');
}

/** The birthstones of May and July, the metals Au and Ag: they say little of what is asked, but the answer hangs on them. */
export function haveOtherSigns(
  one: ReadStem,
  other: ReadStem,
  { onlyLeft, onlyRight }: ContentMatch,
): boolean {
  const isIn = (pattern: RegExp) => [onlyLeft, onlyRight].every((words) => has(words, pattern));
  const areSymbols = symbols.test(one.text) && symbols.test(other.text);
  return isIn(months) || (areSymbols && isIn(symbol));
}

function has(words: readonly ContentWord[], pattern: RegExp): boolean {
  return words.some((word) => isName(word) && pattern.test(word.form));
}

const symbols = /\b(?:symbol|letter|vitamin|numeral)s?\b/;
const symbol = /^[a-z]{1,2}$/;

/** "The capital of Slovakia", "Slovenia is governed from which city": each names one country, and nothing that the other names. */
export function nameOtherCountries(
  one: ReadStem,
  other: ReadStem,
  { pairs }: ContentMatch,
): boolean {
  if (pairs.some(([{ kind }]) => kind !== 'word')) return false;
  const [[left, ...more], [right, ...others]] = [countriesIn(one), countriesIn(other)];
  if (!left || !right || left === right || more.length + others.length > 0) return false;
  const has = ({ content }: ReadStem, country: string) =>
    content.some(({ meaning }) => meaning === country);
  return !has(one, right) && !has(other, left);
}

/** Not the people of one, who are a clue: "which Portuguese sailor". America and other continents have many. */
function countriesIn({ content }: ReadStem): string[] {
  const named = content.filter(
    ({ kind, form, meaning }) =>
      kind === 'name' && form === meaning && isPlace(form) && !continents.has(form),
  );
  return [...new Set(named.map(({ meaning }) => meaning))];
}

const continents = new Set('africa europe asia america usa oceania antarctica rome'.split(' '));

function isName({ kind }: ContentWord): boolean {
  return kind === 'name';
}

function isTelling({ form }: ContentWord): boolean {
  return !isGenericName(form);
}
