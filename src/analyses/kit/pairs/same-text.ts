import type { AnswerRelation } from './answer-forms.ts';
import { specific, specificityOf } from './contradiction.ts';
import type { PairEvidence } from './pair-evidence.ts';
import type { ReadQuestion } from './read-question.ts';

/** Whether a text that is stored twice can have one right answer only. */
export function hasOneKey(
  question: ReadQuestion,
  relation: AnswerRelation,
  { hasManyKeys }: PairEvidence,
): boolean {
  const { needsChoices, isOpen, mayBeSeveral } = question.form;
  const hasSeveral = needsChoices || isOpen || mayBeSeveral || hasManyKeys;
  return relation === 'different' && saysEnough(question) && !hasSeveral;
}

/** Not "Who built it?", which leaves the subject to a context. */
export function saysEnough({ content }: ReadQuestion): boolean {
  return specificityOf(content.map((word) => [word, word])) >= specific;
}

/** Whoever offers "flush" as a wrong choice beside the key "straight flush" means another by it. */
export function rejectsTheOther(
  one: ReadQuestion,
  other: ReadQuestion,
  { isRejected }: PairEvidence,
): boolean {
  return one.answer.normalized !== other.answer.normalized && isRejected?.(true) === true;
}

/** Elsewhere a single letter is the label of an option. */
export function asksForLetter({ text, answer }: ReadQuestion): boolean {
  const isLetter = /^[a-z]$/.test(answer.normalized);
  return isLetter && /\b(?:vitamin|blood|hepatitis|letter|note|symbol|programming)\b/.test(text);
}
