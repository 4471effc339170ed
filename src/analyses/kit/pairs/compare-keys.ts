import { type AnswerForms, months } from './answer-forms.ts';
import { agentNoun, titles } from './idle-words.ts';
import type { ContentWord, ReadQuestion } from './read-question.ts';
import { isSameStatement } from './same-statement.ts';
import { isShortName } from './short-names.ts';
import { isSlip } from './spelling-variant.ts';
import { meaningOf } from './synonyms.ts';

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
  const isCount = one.form.asked === 'count' || other.form.asked === 'count';
  const [leftKind, rightKind] = [kindOf(left, isCount), kindOf(right, isCount)];
  if (leftKind !== rightKind) return 'other_kind';
  if (leftKind !== 'text') return haveOtherUnits(left, right) ? 'other_kind' : 'numbers';
  const asksName = asksForName(one) || asksForName(other);
  if (!asksName && (isAsked(left, other) || isAsked(right, one))) return 'other_kind';
  const isMonth = (answer: AnswerForms) => wordsOf(answer).length === 1 && isMonthName(answer);
  if ([one, other].some(({ form }) => form.asked === 'count' || form.asked === 'when')) {
    return isMonth(left) && isMonth(right) ? 'names' : 'other_kind';
  }
  const known = new Set(
    [...one.content, ...other.content].flatMap(({ form, meaning }) => [
      form.slice(0, stem),
      meaning.slice(0, stem),
    ]),
  );
  const isNew = (word: string) => !known.has(word.slice(0, stem));
  const [leftWords, rightWords] = [left, right].map((answer) => {
    const words = wordsOf(answer).filter(isNew);
    const special = words.filter((word) => !generalNouns.has(word));
    // The Southern Ocean is no other form of an ocean.
    return special.length > 0 ? special : words;
  }) as [string[], string[]];
  if (leftWords.length === 0 || rightWords.length === 0) {
    return wordsOf(left).some((word) => wordsOf(right).includes(word)) ? 'related' : 'names';
  }
  // "Who was his first wife?": Ivana Trump was born Ivana Zelníčková.
  const isMarried = /\b(?:wife|husband|spouse|widow|marry)\b/.test(`${one.text} ${other.text}`);
  if (isMarried && leftWords[0] === rightWords[0]) return 'related';
  if (asksPerson(one, other) && haveOtherSurnames(leftWords, rightWords)) return 'names';
  if (asksAgent(one, other) && areRelatives(leftWords, rightWords)) return 'names';
  if (left.isNamed && right.isNamed && haveOtherParts(wordsOf(left), wordsOf(right)))
    return 'names';
  const isShared = leftWords.some(
    (word) => !isMark(word) && rightWords.some((each) => isLike(word, each)),
  );
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

/** Yes, no and "all of these" answer so many questions that they say nothing about one. */
export function isTelling({ key, normalized }: AnswerForms): boolean {
  if (!/^(?:true|fals|(?:abov|all|both|neither|none|these)\b.*)$/.test(key)) return true;
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

/** "Which boxer": no species. */
function asksAgent(...questions: ReadQuestion[]): boolean {
  const isAgent = ({ isFocus, form }: ContentWord) => isFocus && agentNoun.test(form);
  return asksPerson(...questions) || questions.some(({ content }) => content.some(isAgent));
}

/** Charles Darwin and Charles Dickens, John F. Kennedy and Lyndon B. Johnson. */
function haveOtherSurnames(one: readonly string[], other: readonly string[]): boolean {
  const isFull = [one, other].every((words) => words.length > 1 && words.every(isWord));
  if (!isFull) return false;
  const [left = '', right = ''] = [one.at(-1), other.at(-1)];
  return !isLike(left, right) && !one.includes(right) && !other.includes(left);
}

/** Emily and Charlotte Brontë; not Bill and William Clinton, nor Khufu and King Khufu. */
function areRelatives(one: readonly string[], other: readonly string[]): boolean {
  const [[left = '', family = ''], [right = '', otherFamily = '']] = [one, other];
  if (one.length !== 2 || other.length !== 2 || family !== otherFamily) return false;
  const isFirst = (word: string) => isWord(word) && word.length > 2 && !titles.has(word);
  if (!isFirst(left) || !isFirst(right) || !isWord(family)) return false;
  const areOther =
    editsBetween(soundOf(left), soundOf(right)) > 0.5 * Math.max(left.length, right.length);
  return areOther && left[0] !== right[0] && !isShortName(left, right);
}

/** Real Madrid and Atlético Madrid, Adolf Hitler and Heinrich Himmler; not Prince Charles and King Charles. */
function haveOtherParts(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== 2 || other.length !== 2) return false;
  const isOther = (at: number) => {
    const [left = '', right = ''] = [one[at], other[at]];
    const isPlain = [left, right].every(
      (word) => isWord(word) && word.length > 1 && !titles.has(word),
    );
    return isPlain && left[0] !== right[0] && !isLike(left, right) && !isShortName(left, right);
  };
  const isSame = (at: number) => one[at] === other[at];
  if (isSame(0)) return isOther(1);
  return isOther(0) && (isSame(1) || !one.includes(other[1] ?? ''));
}

/** "Siam is the former name of which country", "Mark Twain's real name": the other name is what is asked for. */
function asksForName({ text }: ReadQuestion): boolean {
  return /\b(?:former|formerly|previously|originally|once|old name|real name|pseudonym|stage name|born as|known today|now called|now known|renamed)\b|\bunder (?:which|what) name\b/.test(
    text,
  );
}

function isMonthName(answer: AnswerForms): boolean {
  return wordsOf(answer).every((word) => months.test(word));
}

const isWord = (word: string) => /^[a-z]+$/.test(word);

/** Seconds and meters measure different things. */
function haveOtherUnits(one: AnswerForms, other: AnswerForms): boolean {
  const [left, right] = [one.variants[0]?.quantity, other.variants[0]?.quantity];
  const isKnown = left && right && dimensions.has(left.of) && dimensions.has(right.of);
  return isKnown === true && left.of !== right.of;
}

const dimensions = new Set(['length', 'mass', 'time', 'speed', 'percent', 'temperature']);

/** Whether an answer is what the other question is about. */
function isAsked(answer: AnswerForms, { text, content }: ReadQuestion): boolean {
  const known = new Set(text.split(' ').map((word) => word.slice(0, stem)));
  const words = wordsOf(answer);
  if (words.length === 1) {
    return content.some(({ kind, form }) => kind === 'name' && form === answer.normalized);
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

function digitsIn(word: string): number {
  return word.match(/\d/g)?.length ?? 0;
}

const sizes = new Set(['big', 'great', 'larg', 'grand', 'giant']);

/** Spellings of one name (Teheran, Tehran), or its beginning (goalie, goalkeeper). */
function isLike(one: string, other: string): boolean {
  if (one === other || meaningOf(one) === meaningOf(other)) return true;
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
  return editsBetween(left, right) <= 0.34 * Math.max(one.length, other.length);
}

/** The name of a species in Latin (its second word has no capital), beside its name in English. */
function isLatin({ normalized, variants, isNamed }: AnswerForms): boolean {
  return (
    !isNamed &&
    !variants[0]?.isCountry &&
    /^[a-z]{4,} [a-z]{3,}(?:us|um|ia|is|ii|ae|ens|ica|ana|lia|ola|ata)$/.test(normalized)
  );
}

/** CA for California, O for Oh. */
function isAbbreviation(one: string, other: string): boolean {
  if (one.length === 1) return other === `${one}h`;
  if (one.length !== 2 || other.length < 4 || one[0] !== other[0]) return false;
  return other.indexOf(one[1] ?? '', 1) > 0;
}

/** Louis XIV and Louis XV, York and New York. */
function hasOtherMark(one: readonly string[], other: readonly string[]): boolean {
  const numbersOf = (words: readonly string[]) => words.filter((word) => /\d/.test(word)).join(' ');
  const [left, right] = [numbersOf(one), numbersOf(other)];
  if (left !== '' && right !== '' && left !== right) return true;
  return one.includes('new') !== other.includes('new');
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
function soundOf(word: string): string {
  return word
    .replace(/zh|j|g(?=[ei])/g, 'z')
    .replace(/ph/g, 'f')
    .replace(/kh|ch|c|q|k/g, 'k')
    .replace(/w/g, 'v')
    .replace(/y/g, 'i')
    .replace(/(?<=.)h/g, '')
    .replace(/(.)\1+/g, '$1');
}

/** The Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (before[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      now.push(Math.min(replaced, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}
