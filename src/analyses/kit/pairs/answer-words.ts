import { isShortName } from './short-names.ts';
import { isSpellingVariant } from './spelling-variant.ts';

/** Two words of answers, as they are stemmed. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other || isSpellingVariant(one, other)) return true;
  return isPlural(one, other) || isPlural(other, one);
}

/** The initial of a name, or its short form. */
export function isNameOf(one: string, other: string): boolean {
  if (isShortName(one, other)) return true;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return /^[a-z]$/.test(shorter) && longer.length > 2 && longer.startsWith(shorter);
}

/** Leaf and leaves, bacterium and bacteria, nucleus and nuclei, as they are stemmed. */
function isPlural(one: string, other: string): boolean {
  return irregularPlurals.some(
    ([ending, plural]) =>
      one.length > 3 &&
      one.endsWith(ending) &&
      other === one.slice(0, one.length - ending.length) + plural,
  );
}

const irregularPlurals = [
  ['f', 'v'],
  ['rium', 'ria'],
  ['ion', 'ia'],
  ['enon', 'ena'],
  ['leu', 'lei'],
  ['ngu', 'ngi'],
] as const;
