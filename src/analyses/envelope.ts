import { z } from 'zod';
import { compareText, shareOf } from './kit/figures.ts';

/** What every analysis answers, whatever else it adds. */
export interface AnalysisResult {
  readonly summary: Summary;
  readonly items: readonly AnalysisItem[];
  readonly warnings: readonly Warning[];
}

export interface Summary {
  readonly evaluated: number;
  readonly flagged: number;
  readonly flagged_share: number | null;
  readonly score: number | null;
}

export interface AnalysisItem {
  readonly question_id: string;
  readonly flagged: boolean;
  readonly score: number;
  readonly reasons: readonly string[];
}

export interface Warning {
  readonly code: string;
  readonly detail: string;
}

export const share = z.number().min(0).max(1);
export const count = z.int().min(0);

export const summaryFields = {
  evaluated: count.meta({ description: 'How many questions were looked at.' }),
  flagged: count.meta({ description: 'How many of them deserve a look.' }),
  flagged_share: share.nullable().meta({ description: 'flagged / evaluated; null of none.' }),
  score: share.nullable().meta({ description: 'The share that passes; null of none.' }),
};

export const itemFields = {
  question_id: z.string().meta({ description: 'The question this is about.' }),
  flagged: z.boolean().meta({ description: 'Whether it deserves a look.' }),
  score: share.meta({ description: '1 when nothing is amiss, less the more there is.' }),
  reasons: z.array(z.string()).meta({ description: 'Short names of what was found, sorted.' }),
};

export const warnings = z
  .array(
    z.strictObject({
      code: z.string().meta({ description: 'A short name, such as too_few_questions.' }),
      detail: z.string().meta({ description: 'A sentence about it.' }),
    }),
  )
  .meta({ description: 'What the figures cannot say, and why.' });

export const itemsParameter = z
  .enum(['flagged', 'all', 'none'])
  .default('flagged')
  .meta({ description: 'Which items the result lists: the flagged ones, all, or none.' });

export type ItemsKept = 'flagged' | 'all' | 'none';

/** Whether an item is worth building at all; most are not, and a bank may hold 100,000. */
export function keepsItem(kept: ItemsKept, isFlagged: boolean): boolean {
  return kept === 'all' || (kept === 'flagged' && isFlagged);
}

/** Flagged first, the worst of them first; the same whatever order the questions came in. */
export function sortItems<T extends AnalysisItem>(items: T[]): T[] {
  return items.sort(
    (one, other) =>
      Number(other.flagged) - Number(one.flagged) ||
      one.score - other.score ||
      compareText(one.question_id, other.question_id),
  );
}

/** The figures every summary begins with, for analyses whose score is the share not flagged. */
export function summarise(evaluated: number, flagged: number): Summary {
  return {
    evaluated,
    flagged,
    flagged_share: shareOf(flagged, evaluated),
    score: shareOf(evaluated - flagged, evaluated),
  };
}

export function tooFewQuestions(detail: string): Warning {
  return { code: 'too_few_questions', detail };
}
