import { relateAnswers } from './answer-forms.ts';
import { asksForAnother } from './asked-thing.ts';
import { isTelling } from './compare-keys.ts';
import { findObjection, isOneQuestion, specific, specificityOf } from './contradiction.ts';
import { isContrast } from './contrasts.ts';
import { isConverse } from './converse.ts';
import { weakWords } from './frame-words.ts';
import { addsNothing } from './idle-words.ts';
import { type ContentMatch, matchContent } from './match-content.ts';
import { hasOtherNumber } from './other-number.ts';
import type { PairEvidence, PairReason } from './pair-evidence.ts';
import { isParaphrase, mayBeParaphrase } from './paraphrase.ts';
import {
  type ComparableQuestion,
  type ContentWord,
  type ReadQuestion,
  readQuestion,
} from './read-question.ts';
import { haveSamePlace, isEdit } from './rewording.ts';
import { hasOtherRelation } from './roles.ts';
import { gradeQuestions, isOne, isOpen } from './same-question.ts';
import { isGenericName } from './short-names.ts';

/**
 * same: the same question in nearly the same words, with the same answer. paraphrase: the same in
 * other words. answer_conflict: the same question, and answers that cannot both be right.
 * template_sibling: alike, but about something else. different: neither.
 */
export type PairJudgementKind =
  | 'same'
  | 'paraphrase'
  | 'answer_conflict'
  | 'template_sibling'
  | 'different';

export interface PairJudgement {
  readonly kind: PairJudgementKind;
  /** Whether the answers are forms of one answer. */
  readonly isSameAnswer: boolean;
  /** The share of the content that both have, 0–1. */
  readonly likeness: number;
  /** Codes of what decided it, such as `different_number`. */
  readonly reasons: readonly PairReason[];
  /** Whether a cosine of the embeddings could change it. */
  readonly isDoubtful: boolean;
}

/** Judges two questions by their words, answers, names, numbers and negations. */
export function comparePair(one: ComparableQuestion, other: ComparableQuestion): PairJudgement {
  return compareRead(readQuestion(one), readQuestion(other));
}

/** The same for questions that were read before. */
export function compareRead(
  one: ReadQuestion,
  other: ReadQuestion,
  evidence: PairEvidence = {},
): PairJudgement {
  const relation = relateAnswers(one.answer, other.answer);
  const isSameAnswer = relation === 'same';
  const match = matchContent(one, other, isSameAnswer);
  const likeness = likenessOf(match);
  const judge = (kind: PairJudgementKind, ...reasons: PairReason[]): PairJudgement => ({
    kind,
    isSameAnswer,
    likeness,
    reasons,
    isDoubtful: false,
  });
  const unlike = likeness >= minSibling ? 'template_sibling' : 'different';
  const separator = findSeparator(one, other, match);
  if (separator) return judge(unlike, separator);
  if (isSameAnswer) {
    if (one.text === other.text) return judge('same', 'same_words');
    if (isSameContent(one, other, match) || (evidence.jaccard ?? 0) >= lightEdit) {
      return judge('same', 'same_content');
    }
    if (isSubstitution(one, other, match) && (evidence.cosine ?? 0) < sameTemplate) {
      return judge(unlike, 'different_subject');
    }
    if (isWider(one, match.onlyRight, other) || isWider(other, match.onlyLeft, one)) {
      return judge(unlike, 'needs_choices');
    }
    const isTold = isTelling(one.answer) && !one.answer.isOpaque;
    const isUsual = isTold && !(one.form.needsChoices && other.form.needsChoices);
    const { cosine } = evidence;
    const isDoubtful =
      isUsual && cosine === undefined && mayBeParaphrase(one, other, match, evidence);
    const isAlike = isUsual
      ? isParaphrase(one, other, match, evidence)
      : saysTheSame(match, cosine);
    const judgement = isAlike
      ? judge('paraphrase', 'similar_meaning')
      : judge(unlike, 'different_subject');
    return { ...judgement, isDoubtful };
  }
  const isSame =
    isSameContent(one, other, match) &&
    isOneQuestion(one, other, match) &&
    specificityOf(match.pairs) >= specific &&
    !hasOtherRelation(one, other) &&
    !(hasOtherFocus(match) || asksForAnother(one, other, match));
  const grade = gradeQuestions(one, other, match, evidence);
  if (!isSame && grade === undefined) return judge(unlike, 'different_subject');
  const objection = findObjection(one, other, match, relation, evidence);
  if (objection) return judge(unlike, objection);
  if (isSame && !match.hasNear) {
    return judge('answer_conflict', 'different_answer', 'same_content');
  }
  const isConflict = grade ? isOne(grade, evidence) : (evidence.cosine ?? 0) >= sameMeaning;
  const judgement = isConflict
    ? judge('answer_conflict', 'different_answer', 'similar_meaning')
    : judge(unlike, 'different_subject');
  const isDoubtful = grade ? isOpen(grade, evidence) : evidence.cosine === undefined;
  return { ...judgement, isDoubtful };
}

/** From this cosine on, the words that differ in two sentences do not make two questions of them. */
const sameMeaning = 0.88;

/** From this likeness of letters on, the difference is a light edit unless a separator is found. */
const lightEdit = 0.8;

/** From this share of common content on, two questions look like one template. */
const minSibling = 0.5;

function likenessOf({ shared, left, right }: ContentMatch): number {
  const all = Math.max(left, right);
  return all === 0 ? 0 : Math.min(1, shared / all);
}

/** What makes them different questions whatever their answers are. */
export function findSeparator(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
): PairReason | undefined {
  const { onlyLeft, onlyRight } = match;
  if (one.form.isNegated !== other.form.isNegated) return 'different_negation';
  if (hasOtherNumber(match)) return 'different_number';
  if (hasOtherName(one, other, match)) return 'different_name';
  const isOpposite = onlyLeft.some((left) =>
    onlyRight.some(
      (right) =>
        isContrast(left.meaning, right.meaning) &&
        !isConverse(one, other, left, right) &&
        !arePublished(one, other, left, right),
    ),
  );
  if (isOpposite) return 'opposite_word';
  const isQualified = [...onlyLeft, ...onlyRight].some((word) => word.isQualifier);
  if (isQualified || hasOtherHead(one, other, match)) return 'different_subject';
  // "The largest country" and "the largest country in Europe".
  const isRanked = one.content.some((word) => word.isQualifier);
  const isNarrower = [...onlyLeft, ...onlyRight].some(
    ({ kind, preposition }) => kind === 'name' && (preposition === 'in' || preposition === 'of'),
  );
  return isRanked && isNarrower ? 'different_name' : undefined;
}

/** Authors publish what they write, unless a company is asked for. */
function arePublished(
  one: ReadQuestion,
  other: ReadQuestion,
  left: ContentWord,
  right: ContentWord,
): boolean {
  const meanings = [left.meaning, right.meaning];
  if (!meanings.includes('write') || !meanings.includes('publish')) return false;
  const isCompany = /\b(?:publisher|company|house|firm|magazine|newspaper|label|studio|imprint)\b/;
  return !isCompany.test(one.text) && !isCompany.test(other.text);
}

/**
 * Whether names of one stand for those of the other: beside the same word, or many of them. A
 * single one may be another clue: "the London edition of Monopoly", "a British Monopoly board".
 */
function hasOtherName(one: ReadQuestion, other: ReadQuestion, match: ContentMatch): boolean {
  const namesIn = (words: readonly ContentWord[]) =>
    words.filter(({ kind, form }) => kind === 'name' && !isGenericName(form));
  const [onlyLeft, onlyRight] = [namesIn(match.onlyLeft), namesIn(match.onlyRight)];
  const counts = [onlyLeft.length, onlyRight.length];
  if (Math.min(...counts) === 0) return false;
  if (Math.min(...counts) > 1 || Math.max(...counts) > 2) return true;
  return haveSamePlace(one, other, { onlyLeft, onlyRight });
}

/** "The largest moon of which planet" and "the largest planet"; not "the largest area". */
function hasOtherHead(one: ReadQuestion, other: ReadQuestion, match: ContentMatch): boolean {
  const rest = [...match.onlyLeft, ...match.onlyRight];
  const isAlone = (head: readonly ContentWord[]) =>
    head.length > 0 && head.every((word) => rest.includes(word) && !measures.has(word.form));
  const superlatives = match.pairs.filter((pair) => pair.every(({ isQualifier }) => isQualifier));
  return superlatives.some(([left, right]) => {
    const [head, otherHead] = [headOf(one, left), headOf(other, right)];
    // The other question asks for the largest of what both have.
    const [isLeftAlone, isRightAlone] = [isAlone(head), isAlone(otherHead)];
    if (isLeftAlone === isRightAlone) return false;
    return (isLeftAlone ? otherHead : head).length > 0;
  });
}

const measures = new Set(
  'area size population volume number amount length height diameter mass share'.split(' '),
);

/** The words that a superlative belongs to, up to the next phrase; none before a verb. */
function headOf({ content }: ReadQuestion, superlative: ContentWord): readonly ContentWord[] {
  const rest = content.slice(content.indexOf(superlative) + 1);
  const end = rest.findIndex(({ preposition }) => preposition !== '');
  const head = end < 0 ? rest : rest.slice(0, end);
  return head.some(({ form }) => /(?:ed|ing)$|^found$/.test(form)) ? [] : head;
}

/** Whether nothing but words of little weight stands on one side alone. */
function isSameContent(
  one: ReadQuestion,
  other: ReadQuestion,
  { onlyLeft, onlyRight, sharedWords }: ContentMatch,
): boolean {
  const isWeak = (word: ContentWord, owner: ReadQuestion, others: readonly ContentWord[]) =>
    (word.kind === 'word' &&
      (weakWords.has(word.meaning) || (word.isFocus && !others.some(({ isFocus }) => isFocus)))) ||
    addsNothing(word, owner, others);
  return (
    sharedWords > 0 &&
    onlyLeft.every((word) => isWeak(word, one, onlyRight)) &&
    onlyRight.every((word) => isWeak(word, other, onlyLeft))
  );
}

/** Both name the kind of thing they ask for, and it is another: "which country", "which state". */
export function hasOtherFocus({ onlyLeft, onlyRight }: ContentMatch): boolean {
  const isOther = ({ isFocus, form }: ContentWord) => isFocus && !quantities.has(form);
  return onlyLeft.some(isOther) && onlyRight.some(isOther);
}

/** "How much, in percent" and "what percentage": the keys show whether they are of one kind. */
const quantities = new Set('many much long far number percent percentage'.split(' '));

/** From this cosine on, the part of a template that differs is a synonym. */
const sameTemplate = 0.93;

/**
 * Whether the same words stand before and after a part that differs: a template, filled with other
 * things ("when one is envious/inexperienced, they are said to be what color").
 */
function isSubstitution(one: ReadQuestion, other: ReadQuestion, match: ContentMatch): boolean {
  const isSubject = ({ meaning, kind }: ContentWord) => kind !== 'word' || !weakWords.has(meaning);
  if (!match.onlyLeft.some(isSubject) || !match.onlyRight.some(isSubject)) return false;
  return isEdit(one, other);
}

/** Whether a question leaves to its choices what the other one says. */
function isWider(one: ReadQuestion, missing: readonly ContentWord[], other: ReadQuestion): boolean {
  const isTold = ({ meaning, kind }: ContentWord) => kind !== 'word' || !weakWords.has(meaning);
  return one.form.needsChoices && !other.form.needsChoices && missing.some(isTold);
}

/** Yes, no and letters answer many questions, and choices make others of the same words: both must say nearly the same. */
function saysTheSame({ shared, left, right, sharedWords }: ContentMatch, cosine = 1): boolean {
  return sharedWords > 0 && shared >= 0.85 * Math.max(left, right) && cosine >= 0.85;
}
