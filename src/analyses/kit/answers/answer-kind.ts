import { numberWordSet } from '../text/function-words.ts';
import { readWords } from '../text/words.ts';

export const answerKinds = [
  'boolean',
  'year',
  'date',
  'number',
  'quantity',
  'name',
  'phrase',
  'sentence',
] as const;

export type AnswerKind = (typeof answerKinds)[number];

/**
 * The kind of an answer. The question decides whether 1969 is a year or a number. A single
 * capitalized word counts as a name, because banks capitalize their answers.
 */
export function kindOfAnswer(answer: string, question: string): AnswerKind {
  const text = answer.normalize('NFC').trim().replace(/\.$/, '');
  if (/^(?:true|false|yes|no)$/i.test(text)) return 'boolean';
  if (isYear(text)) return asksForNumber(question) ? 'number' : 'year';
  if (isDate(text)) return 'date';
  if (isNumber(text)) return 'number';
  if (isQuantity(text)) return 'quantity';
  if (isSentence(answer.trim())) return 'sentence';
  return isName(text) ? 'name' : 'phrase';
}

function asksForNumber(question: string): boolean {
  return /\bhow (?:many|much)\b|\b(?:number|sum|product|digits?|value|equals?)\b/i.test(question);
}

const era = '(?:bc|bce|ad|ce|b\\.c|a\\.d)';
const yearPattern = new RegExp(
  `^(?:(?:in|c|ca|circa|around|about)\\.? )?(?:(?:ad )?(?:1\\d{3}|20\\d{2})|\\d{1,5} ${era}|ad \\d{1,4})(?: ${era})?$`,
  'i',
);

function isYear(text: string): boolean {
  return yearPattern.test(text);
}

const month =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?';
const day = '\\d{1,2}(?:st|nd|rd|th)?';
const datePatterns = [
  `${month}(?: ${day})?(?:,? \\d{4})?`,
  `(?:the )?${day} (?:of )?${month}(?:,? \\d{4})?`,
  '\\d{4}-\\d{2}-\\d{2}',
  '\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}',
  '(?:the )?(?:early |late |mid-?)?\\d{1,2}(?:st|nd|rd|th) century(?: bce?)?',
  '(?:the )?(?:early |late |mid-?)?\\d{3,4}s',
  '\\d{4} ?(?:-|–|to) ?\\d{2,4}',
].map((pattern) => new RegExp(`^${pattern}$`, 'i'));

function isDate(text: string): boolean {
  return text.length <= 40 && datePatterns.some((pattern) => pattern.test(text));
}

/** Digits with signs and separators, fractions, powers and roots; or a number in words. */
function isNumber(text: string): boolean {
  if (/^[\d\s.,+\-−–/×*^()√π∞²³⁴⁵⁶⁷⁸⁹⁰¹½¼¾⅓⅔:=]{1,60}$/u.test(text))
    return /[\dπ∞½¼¾⅓⅔]/u.test(text);
  if (!/^[\p{L}\d\s-]{1,80}$/u.test(text)) return false;
  const words = readWords(text);
  return words.length > 0 && words.every(({ folded }) => isNumberName(folded));
}

function isNumberName(word: string): boolean {
  return numberWordSet.has(word) || word === 'and' || /^\d{1,15}$/.test(word);
}

const units = new Set(
  (
    'percent % km m cm mm mi ft in kg g mg lb oz l ml s ms h hz khz mhz ghz j kj w kw v a k pa n ' +
    'mol ev gb mb kb tb mph kph c f degrees degree celsius fahrenheit kelvin'
  ).split(' '),
);

/** A quantity: 50%, $3 million, 100 °C, eight legs; not 50 Cent or 7 Up. */
function isQuantity(text: string): boolean {
  const bare = text.replace(
    /^(?:about|around|approximately|roughly|over|under|nearly|almost|~) ?/i,
    '',
  );
  if (/^[$€£¥]\s?\d/.test(bare)) return readWords(bare).length <= 4;
  if (/^[−-]?[\d.,]{1,20}\s?(?:%|‰|°[CFK]?|″|′|")$/.test(bare)) return true;
  const attached = /^[−-]?[\d.,]{1,20}\s?([a-zA-Zµ°%/²³]{1,12})$/u.exec(bare);
  if (attached && units.has((attached[1] ?? '').replace(/[²³°]/g, '').toLowerCase())) return true;
  const words = readWords(bare);
  const first = words.findIndex(({ folded }) => !isNumberName(folded));
  const rest = words.slice(first);
  return (
    first > 0 &&
    rest.length <= 4 &&
    rest.every(({ raw, folded }) => raw === folded || units.has(folded))
  );
}

const verbs = new Set(
  'is are was were has have had does do did can could will would makes made causes because'.split(
    ' ',
  ),
);

function isSentence(text: string): boolean {
  const words = readWords(text);
  if (words.length < 4) return false;
  const capitals = words.filter(({ raw }) => raw !== raw.toLowerCase()).length;
  if (capitals > words.length / 2) return false;
  return (
    /[.!?]$/.test(text) ||
    words.length >= 7 ||
    words.some(({ raw }, at) => at > 0 && verbs.has(raw))
  );
}

const linking = new Set(
  'the a an of and or de la le les des du da di del della van von der den el al bin ibn in on at to for with y e'.split(
    ' ',
  ),
);

/** Every content word is capitalized. */
function isName(text: string): boolean {
  const words = readWords(text).filter(({ folded }) => !linking.has(folded.split("'")[0] ?? ''));
  return (
    words.length > 0 &&
    words.every(({ raw }) => /^[\p{Lu}\p{Lt}\d]/u.test(raw) || /^\p{Ll}{1,2}'\p{Lu}/u.test(raw)) &&
    words.some(({ raw }) => /\p{Lu}/u.test(raw))
  );
}
