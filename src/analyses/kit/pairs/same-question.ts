import { relateKinds, yearsApart } from './answer-kinds.ts';
import {
  asksForOther,
  asksForPlace,
  asksOfAnother,
  countsAnother,
  isAboutAnotherWork,
} from './asked-thing.ts';
import { relateTypes } from './asked-type.ts';
import { hasContrasts } from './contrasts.ts';
import { isFiller, isFreeFocus } from './filler-words.ts';
import { isIdleWord } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { PairEvidence } from './pair-evidence.ts';
import type { ContentWord, ReadQuestion, ReadStem } from './read-question.ts';
import { haveSamePlace, isEdit } from './rewording.ts';
import { hasOtherRelation } from './roles.ts';
import { isAction } from './verbs.ts';
import { wordWeight } from './word-weights.ts';

/**
 * Pairs that look alike by chance grow with the square of a bank, those that are one question only with the bank:
 * of 20,000 questions or more, odds of 2.5 are asked for, of a few hundred, odds of 1 to 2.
 */
const caution = { most: 0.9, growth: 0.36, largest: 20_000, smallest: 200 };

function cautionFor(questions: number): number {
  const size = Math.min(caution.largest, Math.max(caution.smallest, questions));
  return caution.most - caution.growth * Math.log(caution.largest / size);
}

/**
 * The weights of a logistic model of whether two questions are one, fitted on the pairs of
 * `bench/analysis/pairs` except `untouched.tsv` (680 of one question, 17 look-alikes that nothing else
 * separates, which count three times), and on 689 pairs of 17,000 real questions (OpenTDB, OpenTriviaQA, NQ-open,
 * WebQuestions, MMLU) with different answers, hardly any of them one question. A ridge of 3 holds them near the
 * weights that 3,638 pairs of 28,000 real questions gave without the answers' vectors.
 */
const weights = {
  bias: -2.78,
  sharedPart: 1.44,
  sharedWords: 1.65,
  rest: -0.48,
  restNames: -0.71,
  restYear: -1.35,
  restFirst: -0.09,
  restContrast: -0.75,
  restRelation: -0.25,
  otherNouns: -0.41,
  exchanged: -1.16,
  samePlace: -0.23,
  asksOther: -0.93,
  sameType: 0.48,
  halfKnownType: 0.3,
  answerLength: -0.5,
  yearsApart: -1.44,
  lessRest: 0.28,
  sharedNames: -0.19,
  nearWords: -0.34,
  otherRelation: 0.31,
  numbers: 0.31,
  countries: 0.27,
  otherShape: -0.25,
  cosine: 5.4,
  answerCosine: 3.6,
};

export type Features = {
  readonly [name in Exclude<keyof typeof weights, 'bias' | 'cosine' | 'answerCosine'>]: number;
};

/** Longer ones are word problems, where the same words may give another figure. */
const maxContent = 16;

/** What the vectors can show at most: beyond it, no difference of wording is left. */
const best = { cosine: 0.97, answerCosine: 0.9 };

/** Below it, the sentences say something else, whatever else speaks for them. */
const minCosine = 0.55;

/** Of the keys of two questions taken at random; of two planets or two painters it is more. */
const usualAnswers = 0.6;
const worstAnswers = 0.3;

/** How far the words decide whether two questions are one, whatever their answers. */
export interface Grade {
  /** The logarithm of the odds, without the vectors. */
  readonly known: number;
  /** Numbers are alike as texts, whatever they count. */
  readonly areNumbers: boolean;
}

/**
 * Undefined if nothing shows that they are one. Of many questions about one thing, few are the same one:
 * the more share the rarest word that both have, the more it takes.
 */
export function gradeQuestions(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  { rivals, questions = Number.POSITIVE_INFINITY }: PairEvidence,
): Grade | undefined {
  const features = readFeatures(one, other, match);
  if (!features) return undefined;
  const known = Object.entries(features).reduce(
    (sum, [name, value]) => sum + weights[name as keyof Features] * value,
    weights.bias - cautionFor(questions) - Math.log(Math.max(1, rivals?.(match) ?? 1)),
  );
  const grade = { known, areNumbers: features.numbers === 1 };
  return isOne(grade, best) ? grade : undefined;
}

/** The cosines of the vectors of both texts, and of both answers as far as they are known. */
export interface Cosines {
  readonly cosine?: number;
  readonly answerCosine?: number;
}

export function isOne(
  { known, areNumbers }: Grade,
  { cosine = 0, answerCosine }: Cosines,
): boolean {
  const likeness = areNumbers ? 0 : (answerCosine ?? usualAnswers) - usualAnswers;
  return (
    cosine >= minCosine && known + weights.cosine * cosine + weights.answerCosine * likeness >= 0
  );
}

/** Whether a cosine that is not known could change the result. */
export function isOpen(grade: Grade, { cosine, answerCosine }: Cosines): boolean {
  if (cosine === undefined) return isOne(grade, best);
  if (answerCosine !== undefined) return false;
  const isOneWith = (each: number) => isOne(grade, { cosine, answerCosine: each });
  return isOneWith(best.answerCosine) && !isOneWith(worstAnswers);
}

/** Undefined where they differ in what makes them two questions. */
export function readFeatures(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
): Features | undefined {
  if (!one.form.hasCapitals || !other.form.hasCapitals) return undefined;
  if (one.form.isCloze && other.form.isCloze) return undefined;
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
  if (isAboutAnotherWork(one, other, match) || asksOfAnother(one, other, match)) return undefined;
  if (asksForPlace(one, other) || asksForPlace(other, one)) return undefined;
  const shared = match.pairs.reduce((sum, [a, b]) => sum + (weightOf(a) + weightOf(b)) / 2, 0);
  const more = Math.max(massOf(left), massOf(right));
  const is = (value: boolean) => (value ? 1 : 0);
  return {
    sharedPart: shared / (shared + more),
    sharedWords: Math.min(5, match.pairs.length) / 5,
    rest: Math.min(6, more),
    restNames: Math.min(2, rest.filter(({ kind }) => kind === 'name').length),
    restYear: is(rest.some(({ kind, meaning }) => kind === 'number' && meaning !== '1th')),
    restFirst: is(rest.some(({ meaning }) => meaning === '1th')),
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
    lessRest: Math.min(4, massOf(left), massOf(right)),
    sharedNames: Math.min(3, match.pairs.filter(([{ kind }]) => kind === 'name').length),
    nearWords: Math.min(3, match.pairs.filter(([a, b]) => a.meaning !== b.meaning).length),
    otherRelation: is(hasOtherRelation(one, other)),
    ...relateKinds(one, other),
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

/** "The nanny's friend", "the largest lake by volume", "the first Rocky": something else than without it. */
function isAnother(word: ContentWord, { content }: ReadStem): boolean {
  const isRanked = content.some(({ isQualifier }) => isQualifier);
  const next = content[content.indexOf(word) + 1];
  const isPart = word.meaning === '1th' && next?.kind === 'name' && next.preposition === '';
  return word.isOwned || word.isQualifier || isPart || (isRanked && word.preposition === 'by');
}

function wordsIn({ answer }: ReadQuestion): number {
  return answer.variants[0]?.words.length ?? 1;
}
