import { categories, difficultyNames } from '../../domain/question.ts';
import type { AnalysisQuestion } from '../analysis-type.ts';
import { compareText } from './figures.ts';

/** The fields of a question that put it in a group. */
export const dimensionNames = ['category', 'difficulty', 'topic_focus'] as const;

export type Dimension = (typeof dimensionNames)[number];

/** The name of the group a question falls in; null when it has no topic. */
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

/** Categories and levels in their own order, whatever else there is behind them. */
export function compareGroups(one: string, other: string): number {
  return rankOf(one) - rankOf(other) || compareText(one, other);
}

const ranked: readonly string[] = [...categories, ...difficultyNames];

function rankOf(group: string): number {
  return ranked.indexOf(group) >>> 0;
}
