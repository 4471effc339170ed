/**
 * Whether two words are spellings of one name or word: Tolkien and Tolkein, Mississipi, Ghandi. Only
 * slips that rarely make another word count: Ireland is not Iceland, nor Monet Manet.
 */
export function isSpellingVariant(one: string, other: string): boolean {
  if (one === other) return true;
  const shortest = Math.min(one.length, other.length);
  if (shortest < 4 || Math.abs(one.length - other.length) > 2) return false;
  if (/\d/.test(one) || /\d/.test(other) || one[0] !== other[0]) return false;
  if (hasSameSound(one, other)) return true;
  if (shortest < 6) return false;
  return isSwap(one, other) || hasOtherVowel(one, other) || hasExtraLetter(one, other);
}

export function hasSameSound(one: string, other: string): boolean {
  return soundOf(one) === soundOf(other);
}

/** Whether one letter is missing, added, another one or swapped with its neighbor. */
export function isSlip(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length < 4 || longer.length - shorter.length > 1) return false;
  const at = firstDifference(shorter, longer);
  if (longer.length > shorter.length) return shorter.slice(at) === longer.slice(at + 1);
  return shorter.slice(at + 1) === longer.slice(at + 1) || isSwap(shorter, longer);
}

/** A word is compared with many; the sounds of the last ones are kept. */
const sounds = new Map<string, string>();
const maxSounds = 10_000;

function soundOf(word: string): string {
  const known = sounds.get(word);
  if (known !== undefined) return known;
  if (sounds.size >= maxSounds) sounds.clear();
  const sound = spellSound(word);
  sounds.set(word, sound);
  return sound;
}

function spellSound(word: string): string {
  return word
    .replace(/ph/g, 'f')
    .replace(/ck/g, 'k')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=.)h/g, '')
    .replace(/y/g, 'i')
    .replace(/c(?![eih])/g, 'k')
    .replace(/z/g, 's');
}

/** Whether two letters beside each other are swapped. */
export function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = firstDifference(one, other);
  return (
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  );
}

const vowels = /[aeiouy]/;

function hasOtherVowel(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = firstDifference(one, other);
  return (
    vowels.test(one[at] ?? '') &&
    vowels.test(other[at] ?? '') &&
    one.slice(at + 1) === other.slice(at + 1)
  );
}

/** A letter inside a long word is missing; at the end it may be another word (Niger, Nigeria). */
function hasExtraLetter(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (longer.length - shorter.length !== 1 || shorter.length < 7) return false;
  const at = firstDifference(shorter, longer);
  return at > 1 && at < shorter.length && shorter.slice(at) === longer.slice(at + 1);
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
