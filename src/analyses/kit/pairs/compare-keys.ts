import type { AnswerForms } from './answer-forms.ts';
import { isSign, months } from './answer-notation.ts';
import { isContrast } from './contrasts.ts';
import { agentNoun } from './idle-words.ts';
import { isLike } from './like-words.ts';
import {
  areOtherLists,
  areRelatives,
  haveOneOtherWord,
  haveOtherParts,
  haveOtherSurnames,
} from './name-keys.ts';
import type { ContentWord, ReadQuestion } from './read-question.ts';
import { isSameStatement } from './same-statement.ts';

/**
 * How the keys of one question relate that are not forms of one answer. `numbers`: two of them;
 * `names`: neither is part of the other; `related`: possibly one thing in two spellings, or a part and
 * its whole; `other_kind`: answers to different questions, such as a year and a name.
 */
export type KeyRelation = 'numbers' | 'names' | 'related' | 'other_kind';

export function compareKeys(one: ReadQuestion, other: ReadQuestion): KeyRelation {
  const [left, right] = [one.answer, other.answer];
  const [isLeftTelling, isRightTelling] = [isTelling(left), isTelling(right)];
  if (isLeftTelling !== isRightTelling) return 'other_kind';
  if (!isLeftTelling) return isSameStatement(one, other) ? 'names' : 'other_kind';
  const isCount = [one, other].some(
    ({ form, text }) => form.asked === 'count' || numeral.test(text),
  );
  const [leftKind, rightKind] = [kindOf(left, isCount), kindOf(right, isCount)];
  if (leftKind !== rightKind) return 'other_kind';
  if (leftKind !== 'text') return haveOtherUnits(left, right) ? 'other_kind' : 'numbers';
  const asksName = asksForName(one) || asksForName(other);
  if (!asksName && (isAsked(left, other, one) || isAsked(right, one, other))) return 'other_kind';
  if ([one, other].some(({ form }) => form.asked === 'count' || form.asked === 'when')) {
    return isTime(left) && isTime(right) ? 'names' : 'other_kind';
  }
  const known = new Set(
    [...one.content, ...other.content].flatMap(({ form, meaning }) => [
      form.slice(0, stem),
      meaning.slice(0, stem),
    ]),
  );
  const isNew = (word: string) => !known.has(word.slice(0, stem));
  const tellingWords = (answer: AnswerForms) => {
    const words = wordsOf(answer).filter(isNew);
    const special = words.filter((word) => !generalNouns.has(word));
    // The Southern Ocean is no other form of an ocean.
    return special.length > 0 ? special : words;
  };
  const [leftWords, rightWords] = [tellingWords(left), tellingWords(right)];
  if (leftWords.length === 0 || rightWords.length === 0) {
    return wordsOf(left).some((word) => wordsOf(right).includes(word)) ? 'related' : 'names';
  }
  // "Who was his first wife?": Ivana Trump was born Ivana Zelníčková.
  const isMarried = /\b(?:wife|husband|spouse|widow)\b|(?<!\bto )\bmarry\b/.test(
    `${one.text} ${other.text}`,
  );
  if (isMarried && leftWords[0] === rightWords[0]) return 'related';
  if (asksPerson(one, other) && haveOtherSurnames(leftWords, rightWords)) return 'names';
  if (asksAgent(one, other) && areRelatives(leftWords, rightWords)) return 'names';
  const keys = [wordsOf(left), wordsOf(right)] as const;
  if (isOtherThanCity(left, right) || isOtherThanCity(right, left)) return 'names';
  if (left.isNamed && right.isNamed && haveOtherParts(...keys)) return 'names';
  // Of a phrase, another word may say the same: "through hardships", "through difficulties".
  const areNames = keys[0].length === 2 || (left.isNamed && right.isNamed);
  if (areNames && haveOneOtherWord(...keys) && !asksPerson(one, other)) return 'names';
  if (asksForSeveral(one) && asksForSeveral(other) && areOtherLists(...keys)) return 'names';
  const isShared = leftWords.some(
    (word) => !isMark(word) && rightWords.some((each) => isLike(word, each)),
  );
  // "Let the buyer beware", "let the seller beware".
  const isOpposite = leftWords.some((word) => rightWords.some((each) => isContrast(word, each)));
  if (isOpposite && leftWords.length === rightWords.length) return 'names';
  const areCountries = left.variants[0]?.isCountry && right.variants[0]?.isCountry;
  if (isLatin(left) !== isLatin(right) && !asksAgent(one, other)) return 'related';
  if (areCountries || hasOtherMark(leftWords, rightWords)) return 'names';
  // What both questions say is no likeness of their keys: white and red blood cells, vitamins C and D.
  const isWhole =
    leftWords.length === wordsOf(left).length && rightWords.length === wordsOf(right).length;
  const isOneSpelling = isWhole && isLike(leftWords.join(''), rightWords.join(''));
  if (sharesVariant(left, right) || isOneSpelling) return 'related';
  return isShared || isLike(leftWords.join(''), rightWords.join('')) ? 'related' : 'names';
}

/** Manchester City and Manchester United. */
function isOtherThanCity(
  { variants: [city] }: AnswerForms,
  { variants: [other] }: AnswerForms,
): boolean {
  if (!city?.isCity || !other || other.isCity) return false;
  return (
    other.words.length > city.words.length && city.words.every((word) => other.words.includes(word))
  );
}

/** "What number does D stand for?": 1000 is no year. */
const numeral = /\b(?:what|which) number\b/;

/** Yes, no and "all of these" answer so many questions that they say nothing about one. */
export function isTelling({ key, normalized }: AnswerForms): boolean {
  if (!/^(?:(?:true|fals)(?: (?:true|fals))*|(?:abov|all|both|neither|none|these)\b.*)$/.test(key))
    return true;
  // "All in the Family" is a title.
  return /^(?:all|these) (?!of|the|these|answers|options|choices|above|are)/.test(normalized);
}

/** Of ships and craft: HMS Beagle and HMS Victory, Sputnik 1 and Explorer 1. */
function isMark(word: string): boolean {
  return /^(?:\d|hms|uss|rms|ss)$/.test(word);
}

/** "Ellas McDaniel" and "Elias Bates (Elias McDaniel)". */
function sharesVariant(one: AnswerForms, other: AnswerForms): boolean {
  const lastOf = (answer: AnswerForms) =>
    answer.variants.slice(1).flatMap(({ words }) => words.slice(-1));
  const [left, right] = [lastOf(one), lastOf(other)];
  return (
    left.some((word) => wordsOf(other).includes(word)) ||
    right.some((word) => wordsOf(one).includes(word))
  );
}

function asksPerson(...questions: ReadQuestion[]): boolean {
  return questions.some(({ form }) => form.asked === 'who');
}

/** "Which two rivers". */
function asksForSeveral({ text }: ReadQuestion): boolean {
  return /\b(?:[2-5]|both|pair|between (?:which|what))\b/.test(text);
}

/** "Which boxer": no species. */
function asksAgent(...questions: ReadQuestion[]): boolean {
  const isAgent = ({ isFocus, form }: ContentWord) => isFocus && agentNoun.test(form);
  return asksPerson(...questions) || questions.some(({ content }) => content.some(isAgent));
}

/** "Siam is the former name of which country", "Mark Twain's real name": the other name is what is asked for. */
function asksForName({ text }: ReadQuestion): boolean {
  return /\b(?:former|formerly|previously|originally|once|old name|real name|pseudonym|stage name|born as|known today|now called|now known|renamed)\b|\bunder (?:which|what) name\b/.test(
    text,
  );
}

/** A month, a day of the week or a century. */
function isTime(answer: AnswerForms): boolean {
  const [first = '', ...rest] = wordsOf(answer);
  if (rest.length > 0) return /^\d+th$/.test(first) && rest.join(' ') === 'centuri';
  return months.test(first) || /^(?:mon|tues|wednes|thurs|fri|satur|sun)dai$|^\d+th$/.test(first);
}

/** Seconds and meters measure different things. */
function haveOtherUnits(one: AnswerForms, other: AnswerForms): boolean {
  const [left, right] = [one.variants[0]?.quantity, other.variants[0]?.quantity];
  const isKnown = left && right && dimensions.has(left.of) && dimensions.has(right.of);
  return isKnown === true && left.of !== right.of;
}

const dimensions = new Set(['length', 'mass', 'time', 'speed', 'percent', 'temperature']);

/** Whether an answer is what the other question is about. */
function isAsked(answer: AnswerForms, { text, content }: ReadQuestion, own: ReadQuestion): boolean {
  const known = new Set(text.split(' ').map((word) => word.slice(0, stem)));
  const words = wordsOf(answer);
  if (words.length === 1) {
    // "Yellow is the colour of which line?" asks for what "What colour is the line?" tells.
    const isTold = ({ kind, form, isFocus }: ContentWord) =>
      kind !== 'number' && !isFocus && form === answer.normalized;
    return content.some(isTold) && !own.content.some(isTold);
  }
  return words.every((word) => known.has(word.slice(0, stem)));
}

/** Inflections differ behind this. */
const stem = 5;

/** Nouns that many names end with; what stands beside them makes the name. */
const generalNouns = new Set(
  'ocean sea lake river mountain mount island languag dollar franc pound war battl citi island bear whale shark acid vitamin unit state univers tower gulf bay mon oper palac bridg street canal desert fall empir party team cup north south east west northern southern eastern western american british'.split(
    ' ',
  ),
);

function kindOf(answer: AnswerForms, isCount: boolean): 'number' | 'date' | 'text' {
  const { words = [], quantity } = answer.variants[0] ?? {};
  if (words.some((word) => months.test(word)) && words.some((word) => /\d/.test(word))) {
    return 'date';
  }
  if (!quantity) return 'text';
  // "Twenty One Pilots" are a band, and no number, unless something is counted.
  if (!isCount && quantity.unit !== '' && quantity.of === quantity.unit) return 'text';
  const isDate = /^1\d{3}$|^20\d\d$/.test(String(quantity.value)) && quantity.unit === '';
  return isDate && !isCount ? 'date' : 'number';
}

function wordsOf(answer: AnswerForms): readonly string[] {
  return answer.variants[0]?.words ?? [];
}

/** The name of a species in Latin (its second word has no capital), beside its name in English. */
function isLatin({ normalized, variants, isNamed }: AnswerForms): boolean {
  return (
    !isNamed &&
    !variants[0]?.isCountry &&
    /^[a-z]{4,} [a-z]{3,}(?:us|um|ia|is|ii|ae|ens|ica|ana|lia|ola|ata)$/.test(normalized)
  );
}

/** Louis XIV and Louis XV, York and New York. */
function hasOtherMark(one: readonly string[], other: readonly string[]): boolean {
  const numbersOf = (words: readonly string[]) => words.filter((word) => /\d/.test(word)).join(' ');
  const [left, right] = [numbersOf(one), numbersOf(other)];
  if (left !== '' && right !== '' && left !== right) return true;
  // George W. Bush and George H. W. Bush.
  const initialsOf = (words: readonly string[]) =>
    words.filter((word) => /^[a-z]$/.test(word)).join('');
  const [initials, otherInitials] = [initialsOf(one), initialsOf(other)];
  const isShortened = initials.startsWith(otherInitials) || otherInitials.startsWith(initials);
  if (one.at(-1) === other.at(-1) && !isShortened) return true;
  // Blood types A and O, hepatitis A and B.
  const [letter = '', otherLetter = ''] = [one.at(-1), other.at(-1)];
  const areLetters = [letter, otherLetter].every((word) => /^[a-z]$/.test(word));
  if (areLetters && letter !== otherLetter && one.length === other.length) return true;
  // C, C++ and C#.
  const signsOf = (words: readonly string[]) => words.filter(isSign).join('');
  return one.includes('new') !== other.includes('new') || signsOf(one) !== signsOf(other);
}
