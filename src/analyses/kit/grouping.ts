import { categories, difficultyNames } from '../../domain/question.ts';
import type { AnalysisQuestion } from '../analysis-type.ts';
import { compareText } from './figures.ts';

/** The fields that questions are grouped by. */
export const dimensionNames = ['category', 'difficulty', 'topic_focus'] as const;

export type Dimension = (typeof dimensionNames)[number];

/** The group of a question; null if it has no topic. */
export function groupOf(question: AnalysisQuestion, dimension: Dimension): string | null {
  switch (dimension) {
    case 'category':
      return question.category;
    case 'difficulty':
      return difficultyNames[question.difficulty] ?? String(question.difficulty);
    case 'topic_focus':
      return question.topicFocus;
  }
}

/** Categories and levels in canonical order; other values after them. */
export function compareGroups(one: string, other: string): number {
  return rankOf(one) - rankOf(other) || compareText(one, other);
}

const ranked: readonly string[] = [...categories, ...difficultyNames];

function rankOf(group: string): number {
  return ranked.indexOf(group) >>> 0;
}
