import { drawNumber } from '../domain/draw.ts';
import type { Blueprint, Candidate } from './blueprint.ts';

const drawLimit = 10_000;

/** What using a candidate costs, where the objective is a sum over all forms; whole numbers. */
export interface Costs {
  /** Whether forms differ in what a question costs them. */
  readonly areByForm: boolean;
  costOf(candidate: number, form: number): number;
  /** The cheapest first; ties by a draw. */
  orderIn(form: number): (a: number, b: number) => number;
}

/** Undefined for an objective that is not a sum. `firstForm` is the number of the first of these forms. */
export function costsOf(
  { objective, seed, forms, overlap }: Blueprint,
  candidates: readonly Candidate[],
  firstForm = 0,
): Costs | undefined {
  if (objective.kind !== 'random' && objective.kind !== 'least_exposure') return undefined;
  // Forms that may share questions would all be the same one.
  const areByForm = objective.kind === 'random' && forms > 1 && overlap > 0;
  const drawsOf = (form: number) =>
    candidates.map(({ id }) => drawNumber(drawLimit, seed, firstForm + form, id));
  const draws = Array.from({ length: areByForm ? forms : 1 }, (_, form) => drawsOf(form));
  const drawn = (candidate: number, form: number) => draws[areByForm ? form : 0]?.[candidate] ?? 0;
  const costOf = (candidate: number, form: number) =>
    objective.kind === 'random' ? drawn(candidate, form) : (candidates[candidate]?.exposure ?? 0);
  return {
    areByForm,
    costOf,
    orderIn: (form) => (a, b) =>
      costOf(a, form) - costOf(b, form) || drawn(a, form) - drawn(b, form) || a - b,
  };
}
