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
  if (knownAcronyms.has(letters)) return false;
  return longer.length === letters.length && longer.every((word, at) => word[0] === letters[at]);
}
