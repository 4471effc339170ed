import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { type TermMatrix, transpose } from '../../kit/terms/term-matrix.ts';

/** Terms of more questions say little about likeness, and would take most of the time. */
const maxQuestionsPerTerm = 5000;
const neighborsAsked = 10;
const rowsBetweenPolls = 20;

/** Of the labelled questions most similar to one, the shares in two topics, weighted by cosine. */
export interface NeighborVotes {
  readonly suggested: number;
  readonly given: number;
}

/**
 * How the questions most similar to a row are labelled. That is other evidence than naive Bayes has: a
 * few whole questions instead of all words of a topic. Rows with a class below 0 have no vote.
 */
export function createNeighborVote(
  matrix: TermMatrix,
  classOf: Int32Array,
  control: AnalysisControl,
): (row: number, suggested: number, given: number) => NeighborVotes {
  const { starts, rows, weights } = transpose(matrix, control, (row) => (classOf[row] ?? -1) >= 0);
  const cosines = new Float32Array(matrix.rows);
  let asked = 0;
  return (row, suggested, given) => {
    if (asked % rowsBetweenPolls === 0) throwIfAborted(control);
    asked += 1;
    const touched: number[] = [];
    for (let at = matrix.starts[row] ?? 0; at < (matrix.starts[row + 1] ?? 0); at += 1) {
      const term = matrix.columns[at] ?? 0;
      const weight = matrix.weights[at] ?? 0;
      const [start, end] = [starts[term] ?? 0, starts[term + 1] ?? 0];
      if (end - start > maxQuestionsPerTerm) continue;
      for (let entry = start; entry < end; entry += 1) {
        const other = rows[entry] ?? 0;
        if (other === row) continue;
        if (cosines[other] === 0) touched.push(other);
        cosines[other] = (cosines[other] ?? 0) + weight * (weights[entry] ?? 0);
      }
    }
    const nearest = findHighest(touched, cosines);
    const sumOf = (classIndex?: number) =>
      nearest
        .filter((other) => classIndex === undefined || classOf[other] === classIndex)
        .reduce((sum, other) => sum + (cosines[other] ?? 0), 0);
    const total = Math.max(Number.MIN_VALUE, sumOf());
    const votes = { suggested: sumOf(suggested) / total, given: sumOf(given) / total };
    for (const other of touched) cosines[other] = 0;
    return votes;
  };
}

/** The rows with the highest values, ties by row; a sort of all would take most of the time. */
function findHighest(rows: readonly number[], values: Float32Array): number[] {
  const highest: number[] = [];
  const isAhead = (one: number, other: number) => {
    const difference = (values[one] ?? 0) - (values[other] ?? 0);
    return difference > 0 || (difference === 0 && one < other);
  };
  for (const row of rows) {
    const last = highest.at(-1);
    if (highest.length === neighborsAsked && last !== undefined && !isAhead(row, last)) continue;
    const place = highest.findIndex((each) => isAhead(row, each));
    highest.splice(place < 0 ? highest.length : place, 0, row);
    if (highest.length > neighborsAsked) highest.pop();
  }
  return highest;
}
