import type { Cells } from './response-cells.ts';

/** By respondent: the sum of the scores and the number of answered questions. */
export interface RespondentTotals {
  readonly sums: Float64Array;
  readonly counts: Int32Array;
}

export function totalRespondents({
  size,
  respondents,
  scores,
  respondentCount,
}: Cells): RespondentTotals {
  const sums = new Float64Array(respondentCount);
  const counts = new Int32Array(respondentCount);
  for (let cell = 0; cell < size; cell += 1) {
    const respondent = respondents[cell] ?? 0;
    sums[respondent] = (sums[respondent] ?? 0) + (scores[cell] ?? 0);
    counts[respondent] = (counts[respondent] ?? 0) + 1;
  }
  return { sums, counts };
}

/** The cells of each column: order[starts[column]…starts[column + 1]). */
export interface CellsByColumn {
  readonly starts: Int32Array;
  readonly order: Int32Array;
}

export function sortByColumn({ size, columns, questionIds }: Cells): CellsByColumn {
  const starts = new Int32Array(questionIds.length + 1);
  for (const column of columns) starts[column + 1] = (starts[column + 1] ?? 0) + 1;
  for (let column = 0; column < questionIds.length; column += 1)
    starts[column + 1] = (starts[column + 1] ?? 0) + (starts[column] ?? 0);
  const next = starts.slice();
  const order = new Int32Array(size);
  for (let cell = 0; cell < size; cell += 1) {
    const column = columns[cell] ?? 0;
    const place = next[column] ?? 0;
    order[place] = cell;
    next[column] = place + 1;
  }
  return { starts, order };
}
