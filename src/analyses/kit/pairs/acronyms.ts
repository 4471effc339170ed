import { aliases } from './aliases.ts';

const knownAcronyms = new Set(
  aliases
    .filter(([, ...others]) => others.some((each) => each.includes(' ')))
    .map(([form]) => form),
);

/** NASA and its words: each begins with one of the letters. */
export function isAcronym(shorter: readonly string[], longer: readonly string[]): boolean {
  const [letters] = shorter;
  if (shorter.length !== 1 || !letters || !/^[a-z]{2,6}$/.test(letters)) return false;
  // Its own words were replaced by it: these are others with the same initials.
  if (knownAcronyms.has(letters) || longer[0]?.[0] !== letters[0]) return false;
  return longer.map(initialOf).join('') === letters;
}

/** The Securities and Exchange Commission is the SEC, the Court of Justice of the EU the CJEU. */
function initialOf(word: string): string {
  if (word === 'and') return '';
  return word.length < 4 && knownAcronyms.has(word) ? word : word.slice(0, 1);
}

/** "J. K. Rowling" and "Joanne K. Rowling". */
export function hasInitialsOf(one: readonly string[], other: readonly string[]): boolean {
  const [letters = '', ...names] = one;
  if (names.length === 0 || !/^[a-z]{2,3}$/.test(letters)) return false;
  const given = other.slice(0, -names.length);
  return (
    given.length === letters.length &&
    given.every((word, at) => word[0] === letters[at]) &&
    names.every((name, at) => name === other[given.length + at])
  );
}
