import type { PairJudge } from '../../../src/analyses/types/duplicates/pair-judge.ts';
import { createQuestionTable } from '../../../src/analyses/types/duplicates/question-table.ts';
import { makeQuestion } from '../questions.ts';

/** A scope without a bank. */
export const everyone = { hasOthers: false, isSelected: () => true };

/** A table of few questions, which has n-grams. */
export function readTable(texts: readonly string[], ngram = 4) {
  const table = createQuestionTable(ngram);
  for (const questionText of texts) table.addSelected(makeQuestion({ questionText }));
  const { grams, ...read } = table.read();
  if (!grams) throw new Error('The table has no n-grams.');
  return { ...read, grams };
}

/** Texts that are all similar, by letters and by words, but distinct. */
export function siblings(count: number): string[] {
  return Array.from(
    { length: count },
    (_, at) => `What is the capital of the country that stands at place ${at} of the long list?`,
  );
}

/** Texts of maximum length, all similar but distinct. */
export function longSiblings(count: number): string[] {
  const words = Array.from({ length: 330 }, (_, at) => `w${(at * 7919) % 10_007}`).join(' ');
  return Array.from({ length: count }, (_, at) => `${words} ${at}`);
}

/** Judges any two questions without reading them. */
export const judgeAllConflicts: PairJudge = () => ({
  kind: 'answer_conflict',
  isSameAnswer: false,
  likeness: 1,
  reasons: [],
  isDoubtful: false,
  priority: 0,
  certainty: Number.POSITIVE_INFINITY,
});
