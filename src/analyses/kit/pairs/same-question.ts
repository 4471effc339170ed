import { asksForOther, isAboutAnotherWork } from './asked-thing.ts';
import { relateTypes } from './asked-type.ts';
import { hasContrasts } from './contrasts.ts';
import { isFiller, isFreeFocus, units } from './filler-words.ts';
import { isIdleWord } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { ContentWord, ReadQuestion, ReadStem } from './read-question.ts';
import { haveSamePlace, isEdit } from './rewording.ts';
import { isAction } from './verbs.ts';
import { wordWeight } from './word-weights.ts';

/** Of real banks, few pairs with different answers are one question: odds of 4.5 are asked for, not of 1. */
const caution = 1.5;

/**
 * The weights of a logistic model of whether two questions are one, fitted (ridge 1) on the pairs of
 * `bench/analysis/pairs` except `untouched.tsv` (569 of one question, 14 look-alikes that nothing else
 * separates), and on 3,638 pairs of 28,000 real questions (OpenTDB, OpenTriviaQA, NQ-open, WebQuestions) that
 * share a rare word and have different answers, hardly any of them one question.
 */
const weights = {
  bias: -1.67 - caution,
  cosine: 4.9,
  sharedPart: 0.93,
  sharedWords: 0.97,
  rest: -0.56,
  restNames: -0.67,
  restYear: -0.8,
  restContrast: -0.49,
  restRelation: -0.38,
  otherNouns: -0.24,
  exchanged: -0.97,
  samePlace: -0.22,
  asksOther: -0.64,
  sameType: 0.33,
  halfKnownType: -0.29,
  answerLength: -1,
  yearsApart: -0.84,
};

export type Features = {
  readonly [name in Exclude<keyof typeof weights, 'bias' | 'cosine'>]: number;
};

/** Longer ones are word problems, where the same words may give another figure. */
const maxContent = 16;

/** Beyond it, no difference of wording is left. */
const maxCosine = 0.985;
const minCosine = 0.75;

/**
 * The cosine of the embeddings from which on two questions are one, whatever their answers; undefined if
 * none shows it. Of many questions about one thing, few are the same one: the more share the rarest
 * word that both have, the more it takes.
 */
export function gradedCosine(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  rivals: number,
): number | undefined {
  const features = readFeatures(one, other, match);
  if (!features) return undefined;
  const known = Object.entries(features).reduce(
    (sum, [name, value]) => sum + weights[name as keyof Features] * value,
    weights.bias,
  );
  const needed = (Math.log(Math.max(1, rivals)) - known) / weights.cosine;
  return needed > maxCosine ? undefined : Math.max(minCosine, needed);
}

/** Undefined where they differ in what makes them two questions. */
export function readFeatures(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
): Features | undefined {
  if (!one.form.hasCapitals || !other.form.hasCapitals) return undefined;
  if (Math.max(one.content.length, other.content.length) > maxContent) return undefined;
  const left = restOf(one, other, match.onlyLeft, match.onlyRight);
  const right = restOf(other, one, match.onlyRight, match.onlyLeft);
  const rest = [...left, ...right];
  // Where the same words stand before and after, what differs is what the question is about.
  if (rest.length > 0 && isEdit(one, other)) return undefined;
  if (left.some((word) => isAnother(word, one)) || right.some((word) => isAnother(word, other))) {
    return undefined;
  }
  const bothSided = left.length > 0 && right.length > 0;
  const types = relateTypes(one, other);
  if (types === 'different' || countsAnother(one, other, match)) return undefined;
  if (isAboutAnotherWork(one, other, match)) return undefined;
  const shared = match.pairs.reduce((sum, [a, b]) => sum + (weightOf(a) + weightOf(b)) / 2, 0);
  const more = Math.max(massOf(left), massOf(right));
  const is = (value: boolean) => (value ? 1 : 0);
  return {
    sharedPart: shared / (shared + more),
    sharedWords: Math.min(5, match.pairs.length) / 5,
    rest: Math.min(6, more),
    restNames: Math.min(2, rest.filter(({ kind }) => kind === 'name').length),
    restYear: is(rest.some(({ kind, meaning }) => kind === 'number' && meaning !== '1th')),
    restContrast: is(rest.some(({ meaning }) => hasContrasts(meaning))),
    restRelation: is(rest.some(isRelation)),
    otherNouns: is(bothSided && !(left.every(isAction) || right.every(isAction))),
    exchanged: is(bothSided),
    samePlace: is(haveSamePlace(one, other, match)),
    asksOther: is(asksForOther(one, other) || asksForOther(other, one)),
    sameType: is(types === 'same'),
    halfKnownType: is(types === 'half_known'),
    answerLength: Math.min(3, Math.abs(wordsIn(one) - wordsIn(other))),
    yearsApart: yearsApart(one, other),
  };
}

/** The words that only one question has, without those that belong to how it is put. */
function restOf(
  stem: ReadStem,
  other: ReadStem,
  rest: readonly ContentWord[],
  others: readonly ContentWord[],
): ContentWord[] {
  return rest.filter(
    (word) =>
      !isIdleWord(word, stem, others) &&
      !isFiller(word, stem, other) &&
      !isFreeFocus(word, stem, other),
  );
}

/** What is asked about a thing, where it is named. */
const relations = new Set('eponym mean nickname pseudonym plural opposite perform'.split(' '));

function isRelation({ kind, meaning }: ContentWord): boolean {
  return kind === 'word' && relations.has(meaning);
}

function weightOf({ kind, meaning, isFocus }: ContentWord): number {
  if (kind === 'name') return 1.2;
  if (kind === 'number') return 1;
  return (isFocus ? 0.5 : 1) * wordWeight(meaning);
}

function massOf(words: readonly ContentWord[]): number {
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}

/** "The nanny's friend", "the largest lake by volume": something else than without it. */
function isAnother(word: ContentWord, { content }: ReadStem): boolean {
  const isRanked = content.some(({ isQualifier }) => isQualifier);
  return word.isOwned || word.isQualifier || (isRanked && word.preposition === 'by');
}

/** "How many goalkeepers must a team have?" and "How many teams are there?" */
function countsAnother(one: ReadStem, other: ReadStem, match: ContentMatch): boolean {
  const [left, right] = [countedIn(one), countedIn(other)];
  if (!left || !right || isVague(left) || isVague(right)) return false;
  return !match.pairs.some(([a, b]) => a === left && b === right);
}

function isVague({ form }: ContentWord): boolean {
  return form === 'times' || units.has(form);
}

function countedIn({ content, text }: ReadStem): ContentWord | undefined {
  const [, counted] = /\bhow many (\S+)/.exec(text) ?? [];
  return content.find(({ form }) => form === counted);
}

function wordsIn({ answer }: ReadQuestion): number {
  return answer.variants[0]?.words.length ?? 1;
}

const maxYears = 30;

/** How far the years of the answers are apart, 0–1. */
function yearsApart(one: ReadQuestion, other: ReadQuestion): number {
  const [left, right] = [yearIn(one), yearIn(other)];
  if (left === undefined || right === undefined) return 0;
  return Math.min(maxYears, Math.abs(left - right)) / maxYears;
}

function yearIn({ answer }: ReadQuestion): number | undefined {
  const year = answer.variants[0]?.words.find((word) => /^(?:1\d{3}|20\d\d)$/.test(word));
  return year === undefined ? undefined : Number(year);
}
