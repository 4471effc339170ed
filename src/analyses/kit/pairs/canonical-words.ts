import type { CanonicalWord } from './canonical-word.ts';
import { joinNumbers, romanNumber } from './number-words.ts';
import { canonicalPhrases } from './phrases.ts';
import { americanSpelling } from './spelling.ts';

const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ı: 'i',
};

/** Removes the marks of Latin letters; those of other scripts distinguish words. */
export function foldLetters(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[øđðłæœßþı]/g, (letter) => letters[letter] ?? letter);
}

const isAscii = /^[\0-\x7f]*$/;

/** Words, numbers with decimals, domains such as .at, and symbols that carry meaning. */
const tokens =
  /\.?[\p{L}\p{N}\p{M}]+(?:\.\d+)?(?:['’ʼ]\p{L}+)*|[+=<>×÷^√∞−$€£¥%°#@*/&~|]|["“”„«»]|[.!?:]/gu;

/** The canonical words of a text, in order; names of one thing become one. */
export function canonicalWords(text: string): CanonicalWord[] {
  return canonicalPhrases(plainWords(text));
}

/** The words of a text without case and marks, numbers as digits, in one of their spellings. */
export function plainWords(text: string): CanonicalWord[] {
  const read: CanonicalWord[] = [];
  let [isFirst, isQuoted] = [true, false];
  for (const [token] of tidy(text).matchAll(tokens)) {
    if (token.length === 1 && /["“”„«»]/.test(token)) {
      isQuoted = token === '“' || token === '„' || token === '«' || (token === '"' && !isQuoted);
      continue;
    }
    if (token.length === 1 && /[.!?:]/.test(token)) {
      isFirst = true;
      continue;
    }
    const isCapitalized = /^[\p{Lu}\p{Lt}\d.]/u.test(token);
    const roman = isFirst
      ? undefined
      : romanNumber(token.replace(/['’]s?$/, ''), read.at(-1)?.isCapitalized ?? false);
    for (const form of roman ? [roman] : formsOf(token)) {
      read.push({ form, isCapitalized, isFirst, isQuoted });
    }
    isFirst = false;
  }
  return joinNumbers(joinInitials(read));
}

/** Joins D.C. and 300,000, which would otherwise be several tokens. */
function tidy(text: string): string {
  let tidied = isAscii.test(text) ? text : text.normalize('NFKC');
  if (tidied.includes('.')) tidied = tidied.replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1');
  if (!/\d/.test(tidied)) return tidied;
  return tidied
    .replace(/(\d)[,’'\u202f\u00a0](?=\d{3}(?!\d))/g, '$1')
    .replace(/(?<![\d.])(\d{1,3}) (?=(?:\d{3} )*\d{3}(?!\d))/g, '$1')
    .replace(/(?<![\p{L}\p{N}])[-–−](?=\.?\d)/gu, ' − ')
    .replace(attachedUnit, '$1 ');
}

const attachedUnit =
  /(\d)(?=(?:km|m|cm|mm|kg|g|mg|mph|kph|ft|lbs?|ml|l|bn|k|hz|mhz|ghz|gb|mb|kb|tb|am|pm)\b)/gi;

function formsOf(token: string): string[] {
  const folded = foldLetters(token);
  if (plainWord.test(folded))
    return folded === 'cannot' ? ['can', 'not'] : [americanSpelling(folded)];
  const straight = folded.replace(/[’ʼ]/g, "'");
  const symbol = symbols.get(straight);
  if (symbol !== undefined) return symbol;
  const negated = /^(.+)n't$/.exec(straight);
  if (negated) return [negated[1] ?? '', 'not'];
  const bare = straight.replace(/'(?:s|re|ve|ll|d|m)?$/, '').replaceAll("'", '');
  return bare === '' ? [] : [americanSpelling(bare)];
}

const plainWord = /^[a-z]+$/;

// Maps, since words such as "constructor" are properties of every object.
const symbols: ReadonlyMap<string, string[]> = new Map(
  Object.entries({
    '&': ['and'],
    '%': ['percent'],
    '°': ['degree'],
    $: ['dollar'],
    '€': ['euro'],
    '£': ['pound'],
    '¥': ['yen'],
    π: ['pi'],
    "what's": ['what', 'is'],
    "who's": ['who', 'is'],
  }),
);

/** Joins single letters that follow each other: J. R. R. is JRR. */
function joinInitials(words: readonly CanonicalWord[]): CanonicalWord[] {
  const joined: CanonicalWord[] = [];
  let isInitial = false;
  for (const word of words) {
    const isLetter = word.form.length === 1 && word.isCapitalized && /^\p{L}$/u.test(word.form);
    const last = joined.at(-1);
    if (isLetter && isInitial && last && !word.isFirst) {
      joined[joined.length - 1] = { ...last, form: last.form + word.form };
    } else joined.push(word);
    isInitial = isLetter;
  }
  return joined;
}
