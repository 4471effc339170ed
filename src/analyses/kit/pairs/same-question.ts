import { areNumbers, haveOtherShapes, yearsApart } from './answer-kinds.ts';
import {
  asksForOtherRole,
  asksForPartOfName,
  asksForPlace,
  asksForPlayer,
  asksOfAnother,
  countsAnother,
  countsPart,
  isAboutAnotherWork,
  works,
} from './asked-thing.ts';
import { askOtherTypes, asksForCount } from './asked-type.ts';
import { specificityOf } from './contradiction.ts';
import { hasContrasts } from './contrasts.ts';
import { weakWords } from './frame-words.ts';
import type { ContentMatch } from './match-content.ts';
import { isNarrowed } from './narrowed.ts';
import { isYear } from './number-words.ts';
import { areOtherEvents } from './other-event.ts';
import { isCount } from './other-number.ts';
import type { PairEvidence } from './pair-evidence.ts';
import { cautionFor, weights } from './question-weights.ts';
import type { ContentWord, ReadQuestion, ReadStem } from './read-question.ts';
import {
  asksWith,
  isRelative,
  nameOtherRelatives,
  openWithOthers,
  readRest,
} from './rest-words.ts';
import { amounts, isEdit } from './rewording.ts';
import { isAction } from './verbs.ts';
import { isRareWord, wordWeight } from './word-weights.ts';

type Features = {
  readonly [name in Exclude<
    keyof typeof weights,
    'bias' | 'doubt' | 'rejected' | 'unrejected' | 'cosine' | 'answerCosine'
  >]: number;
};

/** Longer ones are word problems, where the same words may give another figure. */
const maxContent = 16;

/** Where each says so much that the other does not, they share a subject at most. */
const maxLess = 3;

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
  if (!features) return undefined;
  const { rivals, questions } = evidence;
  const known = Object.entries(features).reduce(
    (sum, [name, value]) => sum + weights[name as keyof Features] * value,
    weights.bias - cautionFor(questions, rivals?.(match) ?? 1, features.sharedPart),
  );
  const grade = { known: known + weights.rejected, areNumbers: areNumbers(one, other) };
  if (!isOne(grade, best)) return undefined;
  const settled = { ...grade, known: known + weighChoices(evidence) };
  return isOne(settled, best) ? settled : undefined;
}

/** Who takes another answer for right has mostly thought of the first one as a wrong choice. */
function weighChoices({ isRejected }: PairEvidence): number {
  const isWrong = isRejected?.();
  if (isWrong === undefined) return 0;
  return isWrong ? weights.rejected : weights.unrejected;
}

export function withDoubt({ known, areNumbers }: Grade): Grade {
  return { known: known + weights.doubt, areNumbers };
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
  const { left, right } = readRest(one, other, match);
  const rest = [...left, ...right];
  const bothSided = left.length > 0 && right.length > 0;
  const isOfActions = left.every(isAction) && right.every(isAction);
  // Where the same words stand before and after, what differs is what the question is about.
  const isEdited = rest.length > 0 && isEdit(one, other);
  const isOfFocus =
    left.every((word) => asksWith(word, one)) && right.every((word) => asksWith(word, other));
  // "The film Jaws" and "the 1975 film Jaws".
  const isDated =
    !bothSided && rest.every((word) => isYearOfWork(word, one) || isYearOfWork(word, other));
  if (isEdited && !isOfActions && !isDated && !(isOfFocus && !bothSided)) return undefined;
  // "The nanny's friend" for "the nanny"; not "New Zealand's government" for "the capital".
  if (!bothSided && rest.some(isRelative)) return undefined;
  if (countsPart(one, other) || countsPart(other, one)) return undefined;
  if (isAboutAnotherWork(one, other, match) || asksOfAnother(one, other, match)) return undefined;
  if (asksForPlace(one, other) || asksForPlace(other, one)) return undefined;
  if (asksForPlayer(one, other) || asksForPlayer(other, one)) return undefined;
  if (asksForCount(one, other) || asksForCount(other, one)) return undefined;
  if (areOtherEvents(one, other, match) || asksForOtherRole(one, other, match)) return undefined;
  if (asksForPartOfName(one, other) || asksForPartOfName(other, one)) return undefined;
  if (openWithOthers(one, left, other, right) || nameOtherRelatives(left, right)) return undefined;
  if (isNarrowed(one, left, other, right, match)) return undefined;
  if (!bothSided && isFirstTo(rest, match)) return undefined;
  // "In an L shape" and "only diagonally": a letter has no synonym.
  if (bothSided && rest.some(({ form }) => /^[a-z]$/.test(form))) return undefined;
  if (specificityOf(match.pairs) < leastSpecific || !match.pairs.some(isTold)) return undefined;
  const masses = [massOf(left), massOf(right)];
  const [more, less] = [Math.max(...masses), Math.min(...masses)];
  if (less > maxLess) return undefined;
  const shared = match.pairs.reduce((sum, [a, b]) => sum + (weightOf(a) + weightOf(b)) / 2, 0);
  const is = (value: boolean) => (value ? 1 : 0);
  return {
    sharedPart: shared / (shared + more),
    sharedWords: Math.min(5, match.pairs.filter(([{ form }]) => form.length > 1).length) / 5,
    sharedNames: Math.min(3, match.pairs.filter(([{ kind }]) => kind === 'name').length),
    nearWords: Math.min(3, match.pairs.filter(([a, b]) => a.meaning !== b.meaning).length),
    rest: Math.min(6, more),
    lessRest: less,
    restNames: Math.min(2, rest.filter(({ kind }) => kind === 'name').length),
    restNumber: is(rest.some(isCount)),
    restFirst: is(rest.some(({ meaning }) => meaning === '1th')),
    restContrast: is(rest.some(({ meaning }) => hasContrasts(meaning))),
    restPart: is(
      left.some((word) => isPart(word, one)) || right.some((word) => isPart(word, other)),
    ),
    restRank: is(
      left.some((word) => isRank(word, one)) || right.some((word) => isRank(word, other)),
    ),
    exchanged: is(bothSided),
    otherNouns: is(bothSided && !(left.every(isAction) || right.every(isAction))),
    otherCounted: is(
      areNumbers(one, other) && bothSided && left.some(isThing) && right.some(isThing),
    ),
    otherRare: is(left.some(isRareThing) && right.some(isRareThing)),
    editActions: is(isEdited && !isOfFocus && !isDated),
    otherType: is(askOtherTypes(one, other)),
    otherCount: is(countsAnother(one, other, match)),
    otherShape: is(haveOtherShapes(one, other)),
    answerLength: Math.min(3, Math.abs(wordsIn(one) - wordsIn(other))),
    yearsApart: yearsApart(one, other),
  };
}

/** A word, not a letter, a number or a unit: "2 × 2" and "on the Celsius scale" may stand in any two questions. */
function isTold([{ kind, form, meaning }]: ContentMatch['pairs'][number]): boolean {
  return kind !== 'number' && form.length > 1 && !weakWords.has(meaning) && !scales.has(form);
}

const scales = new Set('temperature celsius fahrenheit kelvin scale degree degrees'.split(' '));

function weightOf({ kind, meaning, form, isFocus }: ContentWord): number {
  // The letters of a formula.
  if (form.length === 1) return 0.2;
  if (kind === 'name') return 1.2;
  if (kind === 'number') return 1;
  return (isFocus ? 0.5 : 1) * wordWeight(meaning);
}

function massOf(words: readonly ContentWord[]): number {
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}

const isThing = (word: ContentWord) => word.kind === 'word' && !isAction(word);

const isRareThing = (word: ContentWord) => isThing(word) && isRareWord(word.meaning);

/** "The 1975 film": of the World Cup, the year decides. */
function isYearOfWork(word: ContentWord, { content }: ReadStem): boolean {
  const at = content.indexOf(word);
  return at >= 0 && isYear(word.form) && works.has(content[at + 1]?.meaning ?? '');
}

/** "The first Rocky". */
function isPart({ meaning }: ContentWord, { content }: ReadStem): boolean {
  if (meaning !== '1th') return false;
  const next = content[content.findIndex((word) => word.meaning === meaning) + 1];
  return next?.kind === 'name' && next.preposition === '';
}

/** "The largest lake by volume": another one than the largest lake; "larger than Australia". */
function isRank(word: ContentWord, { content, text }: ReadStem): boolean {
  if (` ${text} `.includes(` ${word.form} than `)) return true;
  const isRanked = content.some(({ isQualifier }) => isQualifier);
  return word.isQualifier || amounts.has(word.form) || (isRanked && word.preposition === 'by');
}

/** "The first president to resign": another one than the first president. */
function isFirstTo(rest: readonly ContentWord[], { pairs }: ContentMatch): boolean {
  if (!pairs.some(([{ meaning }]) => meaning === '1th')) return false;
  return rest.some(({ preposition, meaning }) => preposition === 'to' && !moving.has(meaning));
}

/** "The first woman to travel into space" is the first woman in space. */
const moving = new Set('go travel fly reach enter visit become serve hold set be'.split(' '));

function wordsIn({ answer }: ReadQuestion): number {
  return answer.variants[0]?.words.length ?? 1;
}
