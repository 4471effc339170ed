import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';

/** A few milliseconds of the cheapest steps: one array access each. */
const stepsBetweenPolls = 1 << 20;

/**
 * Polls the signal after a number of reported steps. Questions would be a poor measure: their cost
 * differs by a factor of thousands, depending on length and number of similar ones.
 */
export function createWorkPoll(control: AnalysisControl): (steps: number) => void {
  let remaining = stepsBetweenPolls;
  return (steps) => {
    remaining -= steps;
    if (remaining > 0) return;
    remaining = stepsBetweenPolls;
    throwIfAborted(control);
  };
}
