import * as z from 'zod';
import { compareText, shareOf } from './kit/figures.ts';
import { questionId, resultHints, resultObject } from './result-schema.ts';

/** The part of a result that every analysis has. */
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

export const share = z.number().min(0).max(1).register(resultHints, { unit: 'share' });
export const count = z.int().min(0);

export const summaryFields = {
  evaluated: count.meta({ description: 'Number of questions analyzed.' }),
  flagged: count.meta({ description: 'Number of questions that need review.' }),
  flagged_share: share
    .nullable()
    .meta({ description: 'flagged / evaluated; null without questions.' }),
  score: share
    .nullable()
    .meta({ description: 'Share of questions that are not flagged; null without questions.' }),
};

export const itemFields = {
  question_id: questionId('question').meta({ description: 'Id of the analyzed question.' }),
  flagged: z.boolean().meta({ description: 'Whether the question needs review.' }),
  score: share.meta({ description: '1 without issues; lower with more severe issues.' }),
  reasons: z.array(z.string()).meta({ description: 'Codes of the issues found, sorted.' }),
};

export const warnings = z
  .array(
    resultObject('AnalysisWarning', 'A limitation of a result.', {
      code: z.string().meta({ description: 'Machine-readable, such as too_few_questions.' }),
      detail: z.string().meta({ description: 'Human-readable explanation.' }),
    }),
  )
  .meta({ description: 'Limitations of the result: what could not be computed, and why.' });

export const itemsParameter = z.enum(['flagged', 'all', 'none']).default('flagged').meta({
  description: 'Which questions the result lists as items: only flagged ones, all, or none.',
});

export type ItemsKept = 'flagged' | 'all' | 'none';

/** Checked before an item is built: most are not listed, and a bank may hold 100,000. */
export function keepsItem(kept: ItemsKept, isFlagged: boolean): boolean {
  return kept === 'all' || (kept === 'flagged' && isFlagged);
}

/** Flagged first, lowest score first; independent of the order in which questions were read. */
export function sortItems<T extends AnalysisItem>(items: T[]): T[] {
  return items.sort(
    (one, other) =>
      Number(other.flagged) - Number(one.flagged) ||
      one.score - other.score ||
      compareText(one.question_id, other.question_id),
  );
}

/** The common figures of a summary, for analyses whose score is the share not flagged. */
export function summarize(evaluated: number, flagged: number): Summary {
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
