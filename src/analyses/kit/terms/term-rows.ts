import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { TermMatrix } from './term-matrix.ts';

/** The rows that hold each term: the matrix turned on its side. */
export interface TermRows {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly weights: Float32Array;
}

const rowsBetweenPolls = 500;

export function turnMatrix(
  { rows, terms, starts, columns, weights }: TermMatrix,
  control: AnalysisControl,
): TermRows {
  const turned = {
    starts: new Int32Array(terms + 1),
    rows: new Int32Array(columns.length),
    weights: new Float32Array(columns.length),
  };
  throwIfAborted(control);
  for (let at = 0; at < columns.length; at += 1) {
    const column = columns[at] ?? 0;
    turned.starts[column + 1] = (turned.starts[column + 1] ?? 0) + 1;
  }
  for (let term = 0; term < terms; term += 1) {
    turned.starts[term + 1] = (turned.starts[term + 1] ?? 0) + (turned.starts[term] ?? 0);
  }
  const next = turned.starts.slice();
  for (let row = 0; row < rows; row += 1) {
    if (row % rowsBetweenPolls === 0) throwIfAborted(control);
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const column = columns[at] ?? 0;
      const place = next[column] ?? 0;
      turned.rows[place] = row;
      turned.weights[place] = weights[at] ?? 0;
      next[column] = place + 1;
    }
  }
  return turned;
}
