import { type AnswerRelation, relateAnswers } from './answer-forms.ts';
import { asksForAnother, askWhatLettersMean } from './asked-thing.ts';
import { isTelling } from './compare-keys.ts';
import { findObjection, isOneQuestion, specific, specificityOf } from './contradiction.ts';
import { weakWords } from './frame-words.ts';
import { addsNothing } from './idle-words.ts';
import { type ContentMatch, likenessOf, matchContent } from './match-content.ts';
import {
  type Compared,
  expectMatch,
  gradeConflict,
  gradeParaphrase,
  isWorthMatching,
} from './match-grade.ts';
import type { PairEvidence, PairReason } from './pair-evidence.ts';
import { isParaphrase, mayBeParaphrase } from './paraphrase.ts';
import {
  type ComparableQuestion,
  type ContentWord,
  type ReadQuestion,
  readQuestion,
} from './read-question.ts';
import { isEdit } from './rewording.ts';
import { hasOtherRelation } from './roles.ts';
import { gradeQuestions, isOne, isOpen, withDoubt } from './same-question.ts';
import { asksForLetter, hasOneKey, rejectsTheOther, saysEnough } from './same-text.ts';
import { areSeparated } from './separation.ts';
import { findSeparator, isOfOtherRank } from './separators.ts';
import { namesTwice } from './sides.ts';

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
  /** Whether a model could change it. */
  readonly isDoubtful: boolean;
  /** The higher, the sooner a model is asked for it. */
  readonly priority: number;
  /** How certain the model of pairs is that both ask the same; words decide for certain. */
  readonly certainty: number;
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
  const areLetters = asksForLetter(one) && asksForLetter(other);
  const relation = relateAnswers(one.answer, other.answer, areLetters);
  const isSameText = one.text === other.text;
  const isRejected = isSameText && rejectsTheOther(one, other, evidence);
  const isSameAnswer = relation === 'same' && !isRejected;
  const match = matchContent(one, other, isSameAnswer);
  const likeness = likenessOf(match);
  const judge: Judge = (kind, ...reasons) => ({
    kind: kind === 'unlike' ? (likeness >= minSibling ? 'template_sibling' : 'different') : kind,
    isSameAnswer,
    likeness,
    reasons,
    isDoubtful: false,
    priority: likeness,
    certainty: Number.POSITIVE_INFINITY,
  });
  if (isSameText && isSameAnswer) return judge('same', 'same_words');
  if (isSameText && (isRejected || hasOneKey(one, relation, evidence))) {
    return judge('answer_conflict', 'different_answer', 'same_words');
  }
  const separator = findSeparator(one, other, match, isSameAnswer);
  const compared = { one, other, match, likeness, separator, evidence };
  if (isSameAnswer && !separator) {
    const isEdited = (evidence.jaccard ?? 0) >= lightEdit;
    if (isSameContent(one, other, match) || isEdited) return judge('same', 'same_content');
  }
  const byWords = () =>
    isSameAnswer ? judgeSameAnswer(compared, judge) : judgeOtherAnswers(compared, relation, judge);
  return evidence.canMatch ? judgeByMatch(compared, relation, judge, byWords) : byWords();
}

/** `unlike`: siblings or nothing in common, by how alike they are. */
type Judge = (kind: PairJudgementKind | 'unlike', ...reasons: PairReason[]) => PairJudgement;

/** Where the model of pairs can be asked, words decide only what is certain, and what it is not asked for. */
function judgeByMatch(
  compared: Compared,
  relation: AnswerRelation,
  judge: Judge,
  byWords: () => PairJudgement,
): PairJudgement {
  const { one, other, match, separator, evidence } = compared;
  const isSameAnswer = relation === 'same';
  const leavesToChoices = isSameAnswer
    ? isWider(one, match.onlyRight, other) || isWider(other, match.onlyLeft, one)
    : one.form.needsChoices || other.form.needsChoices;
  if (leavesToChoices) return judge('unlike', 'needs_choices');
  const unlike = judge('unlike', separator ?? 'different_subject');
  // "True" and a name are no answers to one question.
  const isOtherKind = isTelling(one.answer) !== isTelling(other.answer);
  if (isOtherKind || areSeparated(compared, isSameAnswer)) return unlike;
  if (evidence.match === undefined) {
    const judgement = byWords();
    const isCertain = judgement.kind === 'answer_conflict' && !judgement.isDoubtful;
    const priority = expectMatch(compared);
    return {
      ...judgement,
      priority,
      isDoubtful: !isCertain && isWorthMatching(priority, evidence),
    };
  }
  const certainty = isSameAnswer ? gradeParaphrase(compared) : gradeConflict(compared);
  if (certainty < 0) return unlike;
  if (isSameAnswer) return { ...judge('paraphrase', 'similar_meaning'), certainty };
  // Lists and explanations may be right both, but letters stand for one thing.
  return relation === 'compatible' && !askWhatLettersMean(one, other)
    ? { ...judge('paraphrase', 'similar_meaning', 'compatible_answers'), certainty }
    : { ...judge('answer_conflict', 'different_answer', 'similar_meaning'), certainty };
}

function judgeSameAnswer(compared: Compared, judge: Judge): PairJudgement {
  const { one, other, match, separator, evidence } = compared;
  if (separator) return judge('unlike', separator);
  if (isSubstitution(one, other, match) && (evidence.cosine ?? 0) < sameTemplate) {
    return judge('unlike', 'different_subject');
  }
  if (isWider(one, match.onlyRight, other) || isWider(other, match.onlyLeft, one)) {
    return judge('unlike', 'needs_choices');
  }
  const isTold = isTelling(one.answer) && !one.answer.isOpaque;
  const isUsual = isTold && !(one.form.needsChoices && other.form.needsChoices);
  const { cosine } = evidence;
  const isDoubtful =
    isUsual && cosine === undefined && mayBeParaphrase(one, other, match, evidence);
  const isAlike = isUsual ? isParaphrase(one, other, match, evidence) : saysTheSame(match, cosine);
  const judgement = isAlike
    ? judge('paraphrase', 'similar_meaning')
    : judge('unlike', 'different_subject');
  return { ...judgement, isDoubtful };
}

function judgeOtherAnswers(
  { one, other, match, separator, evidence }: Compared,
  relation: AnswerRelation,
  judge: Judge,
): PairJudgement {
  if (separator) return judge('unlike', separator);
  if (!saysEnough(one) || !saysEnough(other)) return judge('unlike', 'different_subject');
  const isSame =
    isSameContent(one, other, match) &&
    namesTwice(one) === namesTwice(other) &&
    isOneQuestion(one, other, match) &&
    specificityOf(match.pairs) >= specific &&
    !hasOtherRelation(one, other) &&
    !(hasOtherFocus(match) || asksForAnother(one, other, match));
  const read = gradeQuestions(one, other, match, evidence);
  if (!isSame && read === undefined) return judge('unlike', 'different_subject');
  const objection = findObjection(one, other, match, relation, evidence);
  const isOther = isOfOtherRank(one, other, match);
  const grade = read && (objection?.isDoubt || isOther) ? withDoubt(read) : read;
  if (objection && !(objection.isDoubt && grade)) return judge('unlike', objection.reason);
  if (isOther && !grade) return judge('unlike', 'different_subject');
  if (isSame && !match.hasNear && !objection && !isOther) {
    return judge('answer_conflict', 'different_answer', 'same_content');
  }
  const isConflict = grade ? isOne(grade, evidence) : (evidence.cosine ?? 0) >= sameMeaning;
  const judgement = isConflict
    ? judge('answer_conflict', 'different_answer', 'similar_meaning')
    : judge('unlike', 'different_subject');
  const isDoubtful = grade ? isOpen(grade, evidence) : evidence.cosine === undefined;
  return { ...judgement, isDoubtful };
}

/** From this cosine on, the words that differ in two sentences do not make two questions of them. */
const sameMeaning = 0.88;

/** From this likeness of letters on, the difference is a light edit unless a separator is found. */
const lightEdit = 0.8;

/** From this share of common content on, two questions look like one template. */
const minSibling = 0.5;

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
