import type { CanonicalWord } from './canonical-word.ts';

/** A number that is read as a year. */
export function isYear(form: string): boolean {
  return /^(?:1\d|20)\d\d$/.test(form);
}

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinalUnits =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const ordinalTens =
  'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'.split(' ');

const small: ReadonlyMap<string, number> = new Map([
  ...units.map((word, at): [string, number] => [word, at]),
  ...tens.map((word, at): [string, number] => [word, 20 + 10 * at]),
]);

const ordinals: ReadonlyMap<string, number> = new Map([
  ...ordinalUnits.map((word, at): [string, number] => [word, at]),
  ...ordinalTens.map((word, at): [string, number] => [word, 20 + 10 * at]),
  ['hundredth', 100],
  ['thousandth', 1000],
]);

const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['bn', 1e9],
]);

const digits = /^\d{1,15}(?:\.\d{1,10})?$/;

/** Replaces numbers in words by digits: twenty one and 21 are alike, as are second and 2nd. */
export function joinNumbers(words: readonly CanonicalWord[]): CanonicalWord[] {
  const joined: CanonicalWord[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (!word) break;
    const read = readNumber(words, at);
    joined.push(read ? { ...word, form: read.form } : word);
    at = read ? read.end : at + 1;
  }
  return joined;
}

/** The number that starts at this word, and the word after it. */
function readNumber(words: readonly CanonicalWord[], from: number) {
  let [total, group, at] = [0, 0, from];
  let [hasNumber, isLastUnit] = [false, false];
  for (; at < words.length; at += 1) {
    const form = words[at]?.form ?? '';
    const ordinal = isPronoun(words, at) ? undefined : ordinals.get(form);
    if (ordinal !== undefined) {
      const isPart = hasNumber && ordinal < 10 && group % 10 === 0 && group > 0;
      if (hasNumber && !isPart) break;
      return { form: `${total + group + ordinal}th`, end: at + 1 };
    }
    const value = isPronoun(words, at) ? undefined : (small.get(form) ?? digitsOf(form, hasNumber));
    if (value !== undefined) {
      // "One nine" are two numbers, "twenty nine" is one.
      if (hasNumber && (isLastUnit || !fits(group, value))) break;
      [group, hasNumber, isLastUnit] = [group + value, true, value < 10 || value > 99];
      continue;
    }
    if (form === 'dozen' && group < 100) {
      [group, hasNumber, isLastUnit] = [(group || 1) * 12, true, true];
      continue;
    }
    const scale = scales.get(form);
    if (scale !== undefined && (hasNumber || words[at - 1]?.form === 'a')) {
      group = (group || 1) * scale;
      if (scale > 100) [total, group] = [total + group, 0];
      [hasNumber, isLastUnit] = [true, false];
      continue;
    }
    const isAnd = form === 'and' && hasNumber && !isLastUnit && (total > 0 || group >= 100);
    if (!isAnd || !small.has(words[at + 1]?.form ?? '')) break;
  }
  if (!hasNumber) return ordinalDigits(words[from]?.form ?? '', from);
  return { form: formatNumber(total + group), end: at };
}

function ordinalDigits(form: string, from: number) {
  const found = /^(\d+)(?:st|nd|rd|th)$/.exec(form);
  return found ? { form: `${Number(found[1])}th`, end: from + 1 } : undefined;
}

/** Digits begin a number ("3 million") but do not continue one. */
function digitsOf(form: string, hasNumber: boolean): number | undefined {
  return !hasNumber && digits.test(form) ? Number(form) : undefined;
}

function fits(group: number, value: number): boolean {
  const rest = group % 100;
  if (group >= 100 && rest === 0) return value < 100;
  return rest >= 20 && rest % 10 === 0 && value < 10;
}

function formatNumber(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}

const isTimeBefore = /^(?:per|a|each|every|\d+)$/;
const beforePronoun = new Set('which the this that only no another each every any'.split(' '));

/** "Which one", "one of" and "per second" hold no number. */
function isPronoun(words: readonly CanonicalWord[], at: number): boolean {
  const form = words[at]?.form;
  const before = words[at - 1]?.form ?? '';
  if (form === 'second') return isTimeBefore.test(before) || small.has(before);
  if (form !== 'one') return false;
  const next = words[at + 1]?.form ?? '';
  // "The main one in Iran"; not "number one in Iran".
  const isNoun = /^(?:in|on|that|is|was)$/.test(next) && !/^(?:|number|no|is|\d+)$/.test(before);
  return beforePronoun.has(before) || next === 'of' || isNoun;
}

const romans: ReadonlyMap<string, string> = new Map(
  'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'
    .split(' ')
    .map((roman, at) => [roman, String(at + 1)]),
);

/** The number of Louis XIV; a single letter counts only after a name (Henry V). */
export function romanNumber(token: string, isAfterName: boolean): string | undefined {
  const value = romans.get(token);
  return value !== undefined && (token.length > 1 || isAfterName) ? value : undefined;
}
