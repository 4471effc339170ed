import { figure, roundShare } from '../../kit/figures.ts';
import { chiSquareUpperP } from '../../kit/statistics/distributions.ts';
import type { Stratum } from './mantel-haenszel.ts';

/** Logistic regression on score, group and their product (Swaminathan & Rogers 1990). */
export interface LogisticDif {
  /** Likelihood ratio of group and product together, 2 degrees of freedom. */
  readonly chiSquare: number;
  readonly p: number;
  /** Of the group alone, and of the product beyond it; 1 degree of freedom each. */
  readonly pUniform: number;
  readonly pNonuniform: number;
  /** What both add to Nagelkerke's R². */
  readonly deltaR2: number;
}

interface Cell {
  readonly terms: readonly [one: number, score: number, group: number, product: number];
  readonly n: number;
  readonly correct: number;
}

export function testLogistic(strata: readonly Stratum[]): LogisticDif | null {
  const cells = toCells(strata);
  const total = cells.reduce((sum, { n }) => sum + n, 0);
  const correct = cells.reduce((sum, cell) => sum + cell.correct, 0);
  if (correct === 0 || correct === total || strata.length < 2) return null;
  const [none, score, group, product] = [1, 2, 3, 4].map((terms) => maximize(cells, terms));
  if (none === undefined || score === undefined || group === undefined || product === undefined)
    return null;
  const ratio = (small: number, large: number) => Math.max(0, 2 * (large - small));
  const r2 = (model: number) =>
    (1 - Math.exp((2 * (none - model)) / total)) / (1 - Math.exp((2 * none) / total));
  return {
    chiSquare: figure(ratio(score, product)),
    p: figure(chiSquareUpperP(ratio(score, product), 2)),
    pUniform: figure(chiSquareUpperP(ratio(score, group), 1)),
    pNonuniform: figure(chiSquareUpperP(ratio(group, product), 1)),
    deltaR2: roundShare(r2(product) - r2(score)),
  };
}

/** Scores are centered and scaled: the likelihood is the same, the equations are better conditioned. */
function toCells(strata: readonly Stratum[]): Cell[] {
  const values = strata.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return strata.flatMap(({ value, ...counts }): Cell[] => {
    const score = high > low ? (2 * (value - low)) / (high - low) - 1 : 0;
    const sides = [
      [0, counts.correctReference, counts.incorrectReference],
      [1, counts.correctFocal, counts.incorrectFocal],
    ] as const;
    return sides
      .map(([group, correct, incorrect]): Cell => {
        return { terms: [1, score, group, score * group], n: correct + incorrect, correct };
      })
      .filter(({ n }) => n > 0);
  });
}

const maxSteps = 40;

/** The maximum log-likelihood of the model with the first `count` terms, by Newton's method. */
function maximize(cells: readonly Cell[], count: number): number {
  let beta: number[] = Array(count).fill(0);
  let best = logLikelihood(cells, beta);
  for (let step = 0; step < maxSteps; step += 1) {
    const change = solve(...derivatives(cells, beta));
    if (!change) break;
    let scale = 1;
    let next = beta.map((value, at) => value + (change[at] ?? 0));
    let reached = logLikelihood(cells, next);
    while (reached < best && scale > 1e-6) {
      scale /= 2;
      const factor = scale;
      next = beta.map((value, at) => value + factor * (change[at] ?? 0));
      reached = logLikelihood(cells, next);
    }
    const gain = reached - best;
    if (gain > 0) [beta, best] = [next, reached];
    if (gain < 1e-12) break;
  }
  return best;
}

function logitOf({ terms }: Cell, beta: readonly number[]): number {
  return beta.reduce((sum, value, at) => sum + value * (terms[at] ?? 0), 0);
}

function logLikelihood(cells: readonly Cell[], beta: readonly number[]): number {
  return cells.reduce((sum, cell) => {
    const logit = logitOf(cell, beta);
    const logSum = Math.max(0, logit) + Math.log1p(Math.exp(-Math.abs(logit)));
    return sum + cell.correct * logit - cell.n * logSum;
  }, 0);
}

function derivatives(
  cells: readonly Cell[],
  beta: readonly number[],
): [information: number[][], gradient: number[]] {
  const gradient = beta.map(() => 0);
  const information = beta.map(() => beta.map(() => 0));
  for (const cell of cells) {
    const p = 1 / (1 + Math.exp(-logitOf(cell, beta)));
    for (const [row, line] of information.entries()) {
      const term = cell.terms[row] ?? 0;
      gradient[row] = (gradient[row] ?? 0) + term * (cell.correct - cell.n * p);
      for (const column of line.keys())
        line[column] =
          (line[column] ?? 0) + cell.n * p * (1 - p) * term * (cell.terms[column] ?? 0);
    }
  }
  return [information, gradient];
}

/** Gaussian elimination with pivoting; undefined if the matrix is singular. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] | undefined {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    const pivot = rows.slice(at).reduce((best, row) => {
      return Math.abs(row[at] ?? 0) > Math.abs(best[at] ?? 0) ? row : best;
    });
    rows[rows.indexOf(pivot)] = rows[at] ?? [];
    rows[at] = pivot;
    const lead = pivot[at] ?? 0;
    if (Math.abs(lead) < 1e-10) return undefined;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[at] ?? 0) / lead;
      for (let column = at; column <= size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
