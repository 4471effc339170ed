import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { compareText } from '../../kit/figures.ts';
import type { Cells } from './response-cells.ts';

/**
 * Scores by respondent, sparse. Respondents with equal responses are one weighted pattern. Patterns
 * are sorted, those with the same answered questions adjacent, so that no figure depends on the
 * order of the responses.
 */
export interface ResponseMatrix {
  /** The answered questions, sorted by id; columns are their indexes. */
  readonly questionIds: readonly string[];
  readonly respondents: number;
  readonly responses: number;
  readonly patterns: Patterns;
  /** Whether every respondent answered every question. */
  readonly isComplete: boolean;
  readonly unknown: { readonly questions: number; readonly responses: number };
}

export interface Patterns {
  readonly count: number;
  /** The number of respondents with this pattern. */
  readonly weights: Float64Array;
  /** Pattern p has the columns and scores from starts[p] up to starts[p + 1]. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly scores: Float64Array;
}

const stepsBetweenPolls = 10_000;
const patternsBetweenPolls = 200;

export function buildMatrix(cells: Cells, control: AnalysisControl): ResponseMatrix {
  const order = cells.questionIds.map((id, column) => ({ id, column }));
  order.sort((one, other) => compareText(one.id, other.id));
  const ranks = new Int32Array(order.length);
  for (const [rank, { column }] of order.entries()) ranks[column] = rank;
  const rows = buildRows(cells, ranks, control);
  const patterns = mergeEqual(rows, control);
  let respondents = 0;
  for (const weight of patterns.weights) respondents += weight;
  return {
    questionIds: order.map(({ id }) => id),
    respondents,
    responses: cells.size,
    patterns,
    isComplete: cells.size === respondents * order.length,
    unknown: cells.unknown,
  };
}

/** Column-major copy: the patterns that answered each question, and their scores. */
export function transpose(patterns: Patterns, columns: number, control: AnalysisControl) {
  const starts = prefixSums(patterns.columns, columns);
  const next = starts.slice();
  const rows = new Int32Array(patterns.columns.length);
  const scores = new Float64Array(patterns.columns.length);
  for (let pattern = 0; pattern < patterns.count; pattern += 1) {
    if (pattern % patternsBetweenPolls === 0) throwIfAborted(control);
    const end = patterns.starts[pattern + 1] ?? 0;
    for (let at = patterns.starts[pattern] ?? 0; at < end; at += 1) {
      const column = patterns.columns[at] ?? 0;
      const offset = next[column] ?? 0;
      rows[offset] = pattern;
      scores[offset] = patterns.scores[at] ?? 0;
      next[column] = offset + 1;
    }
  }
  return { starts, rows, scores };
}

/** Two stable counting sorts: by column, then by respondent. */
function buildRows(cells: Cells, ranks: Int32Array, control: AnalysisControl): Patterns {
  const byColumn = new Int32Array(cells.size);
  const ranked = cells.columns.map((column) => ranks[column] ?? 0);
  const nextOfColumn = prefixSums(ranked, ranks.length);
  for (let cell = 0; cell < cells.size; cell += 1) {
    const column = ranked[cell] ?? 0;
    const offset = nextOfColumn[column] ?? 0;
    byColumn[offset] = cell;
    nextOfColumn[column] = offset + 1;
  }
  throwIfAborted(control);
  const starts = prefixSums(cells.respondents, cells.respondentCount);
  const next = starts.slice();
  const columns = new Int32Array(cells.size);
  const scores = new Float64Array(cells.size);
  for (const cell of byColumn) {
    const respondent = cells.respondents[cell] ?? 0;
    const offset = next[respondent] ?? 0;
    columns[offset] = ranked[cell] ?? 0;
    scores[offset] = cells.scores[cell] ?? 0;
    next[respondent] = offset + 1;
  }
  throwIfAborted(control);
  const weights = new Float64Array(cells.respondentCount).fill(1);
  return { count: cells.respondentCount, weights, starts, columns, scores };
}

/** The offset of each bin when the members are grouped by bin. */
function prefixSums(members: Int32Array, bins: number): Int32Array {
  const starts = new Int32Array(bins + 1);
  for (const member of members) starts[member + 1] = (starts[member + 1] ?? 0) + 1;
  for (let bin = 0; bin < bins; bin += 1) {
    starts[bin + 1] = (starts[bin + 1] ?? 0) + (starts[bin] ?? 0);
  }
  return starts;
}

function mergeEqual(rows: Patterns, control: AnalysisControl): Patterns {
  let compared = 0;
  const compare = (one: number, other: number) => {
    compared += 1;
    if (compared % stepsBetweenPolls === 0) throwIfAborted(control);
    return comparePatterns(rows, one, other);
  };
  const order = Int32Array.from(rows.weights.keys()).sort(compare);
  const weights: number[] = [];
  const kept: number[] = [];
  for (const row of order) {
    const last = kept.at(-1);
    if (last !== undefined && compare(last, row) === 0)
      weights[kept.length - 1] = (weights.at(-1) ?? 0) + 1;
    else {
      kept.push(row);
      weights.push(1);
    }
  }
  return gather(rows, kept, Float64Array.from(weights));
}

/** By the number of answered questions, then by their columns, then by the scores. */
function comparePatterns(
  { starts, columns, scores }: Patterns,
  one: number,
  other: number,
): number {
  const [from, to] = [starts[one] ?? 0, starts[other] ?? 0];
  const length = (starts[one + 1] ?? 0) - from;
  const difference = length - ((starts[other + 1] ?? 0) - to);
  if (difference !== 0) return difference;
  for (let at = 0; at < length; at += 1) {
    const gap = (columns[from + at] ?? 0) - (columns[to + at] ?? 0);
    if (gap !== 0) return gap;
  }
  for (let at = 0; at < length; at += 1) {
    const gap = (scores[from + at] ?? 0) - (scores[to + at] ?? 0);
    if (gap !== 0) return gap;
  }
  return 0;
}

function gather(rows: Patterns, kept: readonly number[], weights: Float64Array): Patterns {
  const starts = new Int32Array(kept.length + 1);
  for (const [pattern, row] of kept.entries()) {
    const length = (rows.starts[row + 1] ?? 0) - (rows.starts[row] ?? 0);
    starts[pattern + 1] = (starts[pattern] ?? 0) + length;
  }
  const size = starts[kept.length] ?? 0;
  const columns = new Int32Array(size);
  const scores = new Float64Array(size);
  for (const [pattern, row] of kept.entries()) {
    const [from, end] = [rows.starts[row], rows.starts[row + 1]];
    columns.set(rows.columns.subarray(from, end), starts[pattern]);
    scores.set(rows.scores.subarray(from, end), starts[pattern]);
  }
  return { count: kept.length, weights, starts, columns, scores };
}
