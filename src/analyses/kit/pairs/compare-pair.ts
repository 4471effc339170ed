import { relateAnswers } from './answer-forms.ts';
import { isContrast } from './contrasts.ts';
import { weakWords } from './frame-words.ts';
import { type ContentMatch, matchContent } from './match-content.ts';
import {
  type ComparableQuestion,
  type ContentWord,
  type ReadQuestion,
  readQuestion,
} from './read-question.ts';

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
}

export type PairReason =
  | 'same_words'
  | 'same_content'
  | 'similar_meaning'
  | 'different_answer'
  | 'different_number'
  | 'different_name'
  | 'different_negation'
  | 'opposite_word'
  | 'different_subject'
  | 'different_roles'
  | 'needs_choices'
  | 'several_answers'
  | 'compatible_answers';

/** What else is known of a pair. */
export interface PairEvidence {
  /** The cosine of the embeddings of both texts. */
  readonly cosine?: number;
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
  const match = matchContent(one, other);
  const relation = relateAnswers(one.answer, other.answer);
  const isSameAnswer = relation === 'same';
  const likeness = likenessOf(match);
  const judge = (kind: PairJudgementKind, ...reasons: PairReason[]): PairJudgement => ({
    kind,
    isSameAnswer,
    likeness,
    reasons,
  });
  const unlike = likeness >= minSibling ? 'template_sibling' : 'different';
  const separator = findSeparator(one, other, match);
  if (separator) return judge(unlike, separator);
  if (isSameAnswer) {
    if (one.text === other.text) return judge('same', 'same_words');
    if (isSameContent(match)) return judge('same', 'same_content');
    if (isParaphrase(match, evidence)) return judge('paraphrase', 'similar_meaning');
    return judge(unlike, 'different_subject');
  }
  if (!isSameContent(match)) return judge(unlike, 'different_subject');
  if (one.form.needsChoices || other.form.needsChoices) return judge(unlike, 'needs_choices');
  if (one.form.isOpen || other.form.isOpen) return judge(unlike, 'several_answers');
  if (relation === 'compatible') return judge(unlike, 'compatible_answers');
  if (hasOtherRoles(one, other, match)) return judge(unlike, 'different_roles');
  return judge('answer_conflict', 'different_answer', 'same_content');
}

/** From this share of common content on, two questions look like one template. */
const minSibling = 0.5;

function likenessOf({ shared, left, right }: ContentMatch): number {
  const all = Math.max(left, right);
  return all === 0 ? 0 : Math.min(1, shared / all);
}

/** What makes them different questions whatever their answers are. */
function findSeparator(
  one: ReadQuestion,
  other: ReadQuestion,
  { onlyLeft, onlyRight }: ContentMatch,
): PairReason | undefined {
  if (one.form.isNegated !== other.form.isNegated) return 'different_negation';
  const has = (words: readonly ContentWord[], kind: ContentWord['kind']) =>
    words.some((word) => word.kind === kind);
  if (has(onlyLeft, 'number') || has(onlyRight, 'number')) return 'different_number';
  if (has(onlyLeft, 'name') && has(onlyRight, 'name')) return 'different_name';
  const isOpposite = onlyLeft.some(({ meaning }) =>
    onlyRight.some((word) => isContrast(meaning, word.meaning)),
  );
  return isOpposite ? 'opposite_word' : undefined;
}

/** Whether nothing but words of little weight stands on one side alone. */
function isSameContent({ onlyLeft, onlyRight, shared }: ContentMatch): boolean {
  const isWeak = ({ kind, meaning }: ContentWord) => kind === 'word' && weakWords.has(meaning);
  return shared > 0 && onlyLeft.every(isWeak) && onlyRight.every(isWeak);
}

function isParaphrase({ shared, left, right }: ContentMatch, { cosine }: PairEvidence): boolean {
  const [least, most] = [shared / Math.min(left, right), shared / Math.max(left, right)];
  if (cosine === undefined) return least >= 0.7 && most >= 0.5;
  return (least >= 0.5 && most >= 0.4 && cosine >= 0.6) || (least >= 0.3 && cosine >= 0.8);
}

/** Phrases move as a whole ("in the Solar System"); words that change phrases change roles. */
function hasOtherRoles(one: ReadQuestion, other: ReadQuestion, match: ContentMatch): boolean {
  const left = sharedWords(one, match.onlyLeft);
  const right = sharedWords(other, match.onlyRight);
  if (left.join(' ') === right.join(' ')) return false;
  const phrases = new Set(other.phrases);
  return !one.phrases.every((phrase) => phrases.has(phrase));
}

function sharedWords({ content }: ReadQuestion, others: readonly ContentWord[]): string[] {
  const excluded = new Set(others.map(({ meaning }) => meaning));
  return content.map(({ meaning }) => meaning).filter((meaning) => !excluded.has(meaning));
}
