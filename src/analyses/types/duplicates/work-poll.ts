import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';

/** A few milliseconds of the cheapest steps there are: one look at an array. */
const stepsBetweenPolls = 1 << 20;

/**
 * Polls by the steps of work told to it. Questions will not do as a measure: one costs thousands of
 * times as much as another, by its length and by how many it resembles.
 */
export function createWorkPoll(control: AnalysisControl): (steps: number) => void {
  let left = stepsBetweenPolls;
  return (steps) => {
    left -= steps;
    if (left > 0) return;
    left = stepsBetweenPolls;
    throwIfAborted(control);
  };
}
