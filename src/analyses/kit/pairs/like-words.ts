import { stemmer } from 'stemmer';
import { editDistance } from '../../../domain/edit-distance.ts';
import { isSlip } from './spelling-variant.ts';
import { meaningOf } from './synonyms.ts';

function digitsIn(word: string): number {
  return word.match(/\d/g)?.length ?? 0;
}

/** Words that are taken for each other. */
const confused = `
entomology etymology|hypertension hypotension|hyperglycemia hypoglycemia|hyperthermia hypothermia|mitosis meiosis
cerebrum cerebellum|stalactite stalagmite|agoraphobia acrophobia arachnophobia|dendrology dendrochronology
nitrous nitric|astronomy astrology|meteorology metrology|glycogen glucagon|homonym homophone|ethane ethene
propane propene|physicist physician
`
  .trim()
  .split(/[|\n]/)
  .map((group) => new Set(group.split(' ').map((word) => stemmer(word))));

/** Entomology and etymology: no spelling of one another. */
function areConfused(one: string, other: string): boolean {
  return confused.some((group) => group.has(one) && group.has(other));
}

const sizes = new Set(['big', 'great', 'larg', 'grand', 'giant']);

/** Spellings of one name (Teheran, Tehran), or its beginning (goalie, goalkeeper). */
export function isLike(one: string, other: string): boolean {
  if (one === other || meaningOf(one) === meaningOf(other)) return true;
  if (areConfused(one, other)) return false;
  if (sizes.has(one) && sizes.has(other)) return true;
  const shortest = Math.min(one.length, other.length);
  if (digitsIn(one) > 1 || digitsIn(other) > 1 || (shortest < 6 && /\d/.test(one + other))) {
    return false;
  }
  if (shortest < 3) return isAbbreviation(one, other) || isAbbreviation(other, one);
  // Theseus is not Perseus, nor chlorine fluorine.
  if (shortest > 5 && initialOf(one) !== initialOf(other)) return false;
  // Another letter in a short name makes another name: Monet is not Manet.
  if (isSlip(one, other) && (shortest > 5 || one.length !== other.length)) return true;
  let common = 0;
  while (common < shortest && one[common] === other[common]) common += 1;
  if (common === shortest || (common >= 4 && common >= 0.5 * shortest)) return true;
  if (shortest < 6) return false;
  const [left, right] = [soundOf(one), soundOf(other)];
  // Long words with other beginnings are other words: tetromino, pentomino.
  if (shortest >= 8 && left[0] !== right[0]) return false;
  return editDistance(left, right) <= 0.34 * Math.max(one.length, other.length);
}

/** CA for California, O for Oh. */
function isAbbreviation(one: string, other: string): boolean {
  if (one.length === 1) return other === `${one}h`;
  if (one.length !== 2 || other.length < 4 || one[0] !== other[0]) return false;
  return other.indexOf(one[1] ?? '', 1) > 0;
}

/** How a word begins, whatever its transliteration: Gaddafi and Qaddafi, Osama and Usama. */
function initialOf(word: string): string {
  const [first = ''] = soundOf(word);
  return /[aeiouh]/.test(first)
    ? 'a'
    : /[gk]/.test(first)
      ? 'k'
      : /[zst]/.test(first)
        ? 's'
        : first;
}

/** Transliterations differ in these letters. */
export function soundOf(word: string): string {
  return word
    .replace(/zh|j|g(?=[ei])/g, 'z')
    .replace(/ph/g, 'f')
    .replace(/kh|ch|c|q|k/g, 'k')
    .replace(/w/g, 'v')
    .replace(/y/g, 'i')
    .replace(/(?<=.)h/g, '')
    .replace(/(.)\1+/g, '$1');
}
