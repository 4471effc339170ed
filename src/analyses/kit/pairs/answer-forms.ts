import { stemmer } from 'stemmer';
import { normalizeAnswer } from '../answers/answer-text.ts';
import { hasInitialsOf, isAcronym } from './acronyms.ts';
import { isFormula, isSign, plainDates, plainNotation, plainRanks } from './answer-notation.ts';
import { isNameOf, isSameWord } from './answer-words.ts';
import { canonicalWords } from './canonical-words.ts';
import { countryOf, isCountry } from './demonyms.ts';
import { isSameQuantity, type Quantity, readQuantity } from './quantities.ts';

/** An answer in the forms that are compared. */
export interface AnswerForms {
  /** Equal for most answers that are the same; to group answers before comparing them. */
  readonly key: string;
  /** The whole answer, and the alternatives it gives ("CO2 (carbon dioxide)"). */
  readonly variants: readonly Variant[];
  /** As for exact duplicates: equal answers are the same whatever they consist of. */
  readonly normalized: string;
  /** Of several things: another list may be right too. */
  readonly isList: boolean;
  readonly isContinent: boolean;
  /** Whether a word behind the first begins with a capital. */
  readonly isNamed: boolean;
  /** An option letter, an identifier or nothing: it says nothing without its question. */
  readonly isOpaque: boolean;
}

interface Variant {
  readonly words: readonly string[];
  readonly joined: string;
  /** As joined, without stems: "jaw bone" and "jawbone". */
  readonly letters: string;
  readonly quantity: Quantity | undefined;
  readonly isCountry: boolean;
  /** Named itself, not by its people or language. */
  readonly isCountryName: boolean;
  /** Whether it is called a city, which is left out of its words. */
  readonly isCity: boolean;
  /** What is the same only as a whole: 2–1, 3:2, log n. */
  readonly isOrdered: boolean;
}

/** `compatible`: both may be right, or nobody can tell; `place`: so where a place is asked for. */
export type AnswerRelation = 'same' | 'compatible' | 'place' | 'different';

const continent =
  /^(?:the )?(?:(?:north|south|latin) america|africa|asia|europe|antarctica|australia|oceania)\.?$/i;

const opaque = /^(?:[A-Ea-e][).]?|[QP]\d{2,}|\/[mg]\/\S+|https?:\S+|[0-9a-f]{8}-[0-9a-f-]{27})$/;

/** "CO2 (carbon dioxide)". */
const anyAside = /[([]([^()[\]]*)[)\]]/g;

/** (2/5)mr² and √(2π) have no aside. */
const isTerm = /[√²³^=+×÷*/−]/;
const spacedAside = /(?<![^\s])[([]([^()[\]]*)[)\]](?![^\s])/g;

export function readAnswer(answer: string): AnswerForms {
  const text = plainNotation(answer.trim());
  const aside = isTerm.test(text) ? spacedAside : anyAside;
  const inner = [...text.matchAll(aside)].map(([, part]) => part ?? '');
  const outer = text.replace(aside, ' ');
  const parts = [outer, ...inner, ...splitAlternatives(outer)];
  const variants = parts.map(readVariant).filter(({ words }) => words.length > 0);
  const whole = variants[0] ?? readVariant(text);
  return {
    key: keyOf(whole.words, text),
    isList: (text.match(/[,;]/g)?.length ?? 0) >= 2 && whole.quantity === undefined,
    variants: variants.length > 0 ? variants : [whole],
    normalized: normalizeAnswer(answer),
    isContinent: continent.test(text),
    isNamed: /\P{L}\p{Lu}\p{Ll}/u.test(text),
    isOpaque: whole.words.length === 0 || isOnlyTitle(whole.words) || opaque.test(text),
  };
}

/** "The" and "Sir": the rest of the answer is missing. */
function isOnlyTitle(words: readonly string[]): boolean {
  return words.length === 1 && /^(?:the|an?|sir|dame|mr|mrs|ms|dr)$/.test(words[0] ?? '');
}

/** The order of words says little about an answer, unless one of them is a negation. */
function keyOf(words: readonly string[], text: string): string {
  if (words.length === 0) return text;
  return (words.includes('not') ? words : words.toSorted()).join(' ');
}

/** The alternatives of "A / B" and "A or B"; 1/2 is a number. */
function splitAlternatives(text: string): string[] {
  const parts = text.split(/\s+or\s+|\s+a\.?k\.?a\.?\s+|(?<!\d)\s*\/\s*(?!\d)/i);
  return parts.length > 1 ? parts : [];
}

const ignored = new Set(
  'the a an of to it is was sir dame lord lady king queen president emperor empress pope prince princess saint st mr mrs ms madame dr professor general captain about approximately around roughly circa ca called named every in on at city state republic'.split(
    ' ',
  ),
);

const ranks = new Set('king queen emperor prince'.split(' '));

const booleans: ReadonlyMap<string, string> = new Map([
  ['yes', 'true'],
  ['no', 'fals'],
  ['correct', 'true'],
  ['wrong', 'fals'],
  ['incorrect', 'fals'],
]);

function readVariant(text: string): Variant {
  const read = canonicalWords(text);
  const forms = plainRanks(plainDates(read.map(({ form }) => countryOf(form))));
  const quantity = readQuantity(forms);
  // "King Arthur" is Arthur; a "King penguin" is no other penguin.
  const isKind = (at: number) => read[at]?.isCapitalized && read[at + 1]?.isCapitalized === false;
  // "Type A" is no type in general.
  const isLetter = (at: number) => at > 0 && forms[at] === 'a' && read[at]?.isCapitalized;
  const kept = forms.filter(
    (form, at) => !ignored.has(form) || (ranks.has(form) && isKind(at)) || isLetter(at),
  );
  const words = (kept.length > 0 ? kept : forms).map((form) =>
    /^[a-z]{4,}$/.test(form) ? stemmer(form) : form,
  );
  const [only] = words;
  // Mexico City is none of the countries.
  const isCity = forms.includes('city');
  const isBoolean = words.length === 1 && only !== undefined && booleans.has(only);
  return {
    words: isBoolean ? [booleans.get(only) ?? only] : words,
    joined: words.join(''),
    letters: (kept.length > 0 ? kept : forms).join(''),
    quantity,
    isCountry: isCountry(kept) && (!isCity || kept.includes('vatican')),
    isCountryName: isCountry(kept) && read.every(({ form }) => countryOf(form) === form),
    isCity,
    isOrdered: /^\s*\d+(?:\s*[-–:]\s*\d+)+\s*$/.test(text) || isFormula(text),
  };
}

/** How two answers to one question relate. */
export function relateAnswers(
  one: AnswerForms,
  other: AnswerForms,
  /** Whether letters are asked for, so that they are no options. */
  areLetters = false,
): AnswerRelation {
  if (one.normalized === other.normalized) return 'same';
  for (const left of one.variants) {
    for (const right of other.variants) {
      if (one.isList === other.isList && isSameVariant(left, right)) return 'same';
    }
  }
  const isHidden = (one.isOpaque || other.isOpaque) && !areLetters && !areSymbols(one, other);
  if (isHidden || one.isList || other.isList) return 'compatible';
  const [left, right] = [one.variants[0], other.variants[0]];
  if (!left || !right || areExplanations(left, right)) return 'compatible';
  const isPlace = left.isCountry !== right.isCountry && !left.quantity && !right.quantity;
  return isPlace ? 'place' : 'different';
}

/** The letter of an option beside one that is none: D and M are Roman numerals. */
function areSymbols(one: AnswerForms, other: AnswerForms): boolean {
  const isSymbol = ({ normalized }: AnswerForms) => /^[a-z]{1,2}[+♯]{0,2}$/.test(normalized);
  return one.isOpaque !== other.isOpaque && isSymbol(one) && isSymbol(other);
}

export function isSameAnswer(one: AnswerForms, other: AnswerForms): boolean {
  return relateAnswers(one, other) === 'same';
}

function isSameVariant(one: Variant, other: Variant): boolean {
  if (one.joined === other.joined) return one.joined !== '';
  if (one.letters === other.letters) return one.letters !== '';
  if (one.isOrdered && other.isOrdered) return false;
  if (one.quantity && other.quantity) return isSameQuantity(one.quantity, other.quantity);
  const [part, whole] = one.words.length <= other.words.length ? [one, other] : [other, one];
  const [shorter, longer] = [part.words, whole.words];
  if (shorter.length === 0) return false;
  if (isAcronym(shorter, longer) || hasInitialsOf(shorter, longer)) return true;
  // "Wrong, not wrong" has the words of "not wrong, wrong".
  if (one.words.length === other.words.length && one.words.includes('not')) return false;
  const rest = [...longer];
  // An initial alone names nobody: N-acetylcysteine is no naloxone.
  let isNamed = false;
  for (const word of shorter) {
    const at = rest.findIndex((each) => isSameWord(word, each) || isNameOf(word, each));
    const [found] = at < 0 ? [] : rest.splice(at, 1);
    if (found === undefined) return false;
    isNamed ||= !isInitial(word) && !isInitial(found);
  }
  if (!isNamed && shorter.length < longer.length) return false;
  // Manchester City is no Manchester United.
  if (rest.length > 0 && part.isCity && !whole.isCity) return false;
  if (isOneOfSeveral(rest, part, longer)) return false;
  // George W. Bush and George H. W. Bush are two.
  if (rest.some(isInitial) && shorter.some(isInitial)) return false;
  return (
    !rest.some((word) => changesMeaning.has(word) || isSign(word)) && !isNumberPart(shorter, longer)
  );
}

/** Red and "red and blue", Spain and "Spanish language", Sagittarius and "Sagittarius A*". */
function isOneOfSeveral(rest: readonly string[], part: Variant, whole: readonly string[]): boolean {
  if (rest.includes('and') || (rest.includes('languag') && part.isCountryName)) return true;
  const last = whole.findLast((word) => /^\p{L}/u.test(word)) ?? '';
  return isInitial(last) && rest.includes(last);
}

const isInitial = (word: string) => /^[a-z]$/.test(word);

/** A number within a longer text is that number only where the rest are words: 8 is 8 legs, not 8 16. */
function isNumberPart(shorter: readonly string[], longer: readonly string[]): boolean {
  if (!shorter.every((word) => /^[\d.]+$/.test(word))) return false;
  return (
    longer.filter((word) => /^[\d.]+$/.test(word)).length > shorter.length &&
    shorter.every((word) => !/^\d{4}$/.test(word))
  );
}

/** Words that make another thing of the one they are added to. */
const changesMeaning = new Set(
  'not non no new north south east west northern southern eastern western upper lower central dark light half anti un − minus dioxid monoxid oxid chlorid bicarbon hydroxid peroxid sulfat nitrat carbon acid papua guinea bissau equatori great lesser junior jr grand step ex vice deputi pre post sub semi former'.split(
    ' ',
  ),
);

const maxComparableWords = 6;

/** Explanations differ in words without contradicting each other. */
function areExplanations(one: Variant, other: Variant): boolean {
  if (one.quantity && other.quantity) return false;
  return Math.max(one.words.length, other.words.length) > maxComparableWords;
}
