import { relateKinds, yearsApart } from './answer-kinds.ts';
import {
  asksForOther,
  asksForPlace,
  asksOfAnother,
  countsAnother,
  countsPart,
  isAboutAnotherWork,
} from './asked-thing.ts';
import { relateTypes } from './asked-type.ts';
import { specific, specificityOf } from './contradiction.ts';
import { hasContrasts } from './contrasts.ts';
import { describedIn } from './descriptions.ts';
import { isFiller, isFreeFocus } from './filler-words.ts';
import { isIdleWord } from './idle-words.ts';
import type { ContentMatch } from './match-content.ts';
import type { PairEvidence } from './pair-evidence.ts';
import { cautionFor, weights } from './question-weights.ts';
import type { ContentWord, ReadQuestion, ReadStem } from './read-question.ts';
import { amounts, haveSamePlace, isEdit } from './rewording.ts';
import { hasOtherRelation } from './roles.ts';
import { isAction } from './verbs.ts';
import { wordWeight } from './word-weights.ts';

export type Features = {
  readonly [name in Exclude<keyof typeof weights, 'bias' | 'cosine' | 'answerCosine'>]: number;
};

/** Longer ones are word problems, where the same words may give another figure. */
const maxContent = 16;

/** Below it, any two questions may share the words. */
const leastSpecific = 1;

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
  evidence: PairEvidence,
): Grade | undefined {
  const features = readFeatures(one, other, match);
  const grade = features && gradeFeatures(features, match, evidence);
  return grade && isOne(grade, best) ? grade : undefined;
}

export function gradeFeatures(
  features: Features,
  match: ContentMatch,
  { rivals, questions = Number.POSITIVE_INFINITY }: PairEvidence,
): Grade {
  const known = Object.entries(features).reduce(
    (sum, [name, value]) => sum + weights[name as keyof Features] * value,
    weights.bias - cautionFor(questions, rivals?.(match) ?? 1, features.sharedPart),
  );
  return { known, areNumbers: features.numbers === 1 };
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

/** The words that only one of them has, without those that belong to how it is put. */
interface Rest {
  readonly left: readonly ContentWord[];
  readonly right: readonly ContentWord[];
}

export function readRest(one: ReadStem, other: ReadStem, match: ContentMatch): Rest {
  const left = restOf(one, other, match.onlyLeft, match.onlyRight);
  const right = restOf(other, one, match.onlyRight, match.onlyLeft);
  if (![...left, ...right].some(({ kind }) => kind !== 'word')) return { left, right };
  const described = describedIn(one, other, match);
  return {
    left: left.filter((word) => !described.left.has(word)),
    right: right.filter((word) => !described.right.has(word)),
  };
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
  const { left, right } = readRest(one, other, match);
  const rest = [...left, ...right];
  const bothSided = left.length > 0 && right.length > 0;
  const isOfActions = left.every(isAction) && right.every(isAction);
  // Where the same words stand before and after, what differs is what the question is about.
  const isEdited = rest.length > 0 && isEdit(one, other);
  if (isEdited && !isOfActions) return undefined;
  const hasOwned = rest.some(({ isOwned }) => isOwned);
  // "New Zealand's government" for "the capital"; not "the nanny's friend" for "the nanny".
  if (hasOwned && !bothSided) return undefined;
  if (countsPart(one, other) || countsPart(other, one)) return undefined;
  if (isAboutAnotherWork(one, other, match) || asksOfAnother(one, other, match)) return undefined;
  if (asksForPlace(one, other) || asksForPlace(other, one)) return undefined;
  const specificity = specificityOf(match.pairs);
  if (specificity < leastSpecific) return undefined;
  const types = relateTypes(one, other);
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
    editActions: is(isEdited),
    restOwned: is(hasOwned),
    restPart: is(
      left.some((word) => isPart(word, one)) || right.some((word) => isPart(word, other)),
    ),
    restRank: is(
      left.some((word) => isRank(word, one)) || right.some((word) => isRank(word, other)),
    ),
    otherType: is(types === 'different'),
    otherCount: is(countsAnother(one, other, match)),
    unspecific: Math.max(0, specific - specificity) / (specific - leastSpecific),
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

/** "The first Rocky". */
function isPart({ meaning }: ContentWord, { content }: ReadStem): boolean {
  if (meaning !== '1th') return false;
  const next = content[content.findIndex((word) => word.meaning === meaning) + 1];
  return next?.kind === 'name' && next.preposition === '';
}

/** "The largest lake by volume": another one than the largest lake. */
function isRank(word: ContentWord, { content }: ReadStem): boolean {
  const isRanked = content.some(({ isQualifier }) => isQualifier);
  return word.isQualifier || amounts.has(word.form) || (isRanked && word.preposition === 'by');
}

function wordsIn({ answer }: ReadQuestion): number {
  return answer.variants[0]?.words.length ?? 1;
}
