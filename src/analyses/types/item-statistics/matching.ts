import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { Stratum } from './mantel-haenszel.ts';
import { minCorrectScore } from './model-data.ts';
import type { CellsByColumn } from './respondent-totals.ts';
import type { Cells } from './response-cells.ts';

/** With fewer answers the ability of a respondent is unknown. */
const minAnswers = 5;
/** Of respondents who answered different questions. */
const bands = 10;

/** Compares two groups of responses: 0 is in the reference group, 1 in the focal group, others in none. */
export type GroupOf = (cell: number) => number;

export interface Matching {
  /** Responses of both groups to a question, by the ability of the respondents. */
  strataOf(column: number): Stratum[];
}

/**
 * Matches respondents by the number of correct answers to the anchor questions and the studied one, or,
 * if they answered different numbers of questions, by the share of correct answers in ten bands.
 */
export function matchRespondents(
  cells: Cells,
  { starts, order }: CellsByColumn,
  groupOf: GroupOf,
  isAnchor: (column: number) => boolean,
  control: AnalysisControl,
): Matching {
  const { size, respondents, columns, scores, respondentCount } = cells;
  const correct = new Int32Array(respondentCount);
  const answered = new Int32Array(respondentCount);
  for (let cell = 0; cell < size; cell += 1) {
    if (!isAnchor(columns[cell] ?? 0)) continue;
    const respondent = respondents[cell] ?? 0;
    answered[respondent] = (answered[respondent] ?? 0) + 1;
    if (isCorrect(cell)) correct[respondent] = (correct[respondent] ?? 0) + 1;
  }
  throwIfAborted(control);

  function isCorrect(cell: number): boolean {
    return (scores[cell] ?? 0) >= minCorrectScore;
  }

  return {
    strataOf(column) {
      throwIfAborted(control);
      // An anchor contains the studied question already.
      const own = isAnchor(column) ? 0 : 1;
      const [from, end] = [starts[column] ?? 0, starts[column + 1] ?? 0];
      const first = answered[respondents[order[from] ?? 0] ?? 0] ?? 0;
      let isComplete = true;
      for (let at = from; at < end && isComplete; at += 1)
        isComplete = answered[respondents[order[at] ?? 0] ?? 0] === first;
      const strata = createStrata();
      for (let at = from; at < end; at += 1) {
        const cell = order[at] ?? 0;
        const group = groupOf(cell);
        const respondent = respondents[cell] ?? 0;
        const count = (answered[respondent] ?? 0) + own;
        if ((group !== 0 && group !== 1) || count < minAnswers) continue;
        const hit = isCorrect(cell);
        const sum = (correct[respondent] ?? 0) + (own === 1 && hit ? 1 : 0);
        const band = Math.min(bands - 1, Math.floor((bands * sum) / count));
        strata.add(isComplete ? sum : band, isComplete ? sum : sum / count, group, hit);
      }
      return strata.read();
    },
  };
}

/** Of each stratum: the sum of the scores, and correct and incorrect answers of both groups. */
function createStrata() {
  const strata = new Map<number, Float64Array>();
  return {
    add(stratum: number, value: number, group: 0 | 1, isCorrect: boolean): void {
      const sums = strata.get(stratum) ?? new Float64Array(5);
      const place = 1 + 2 * group + (isCorrect ? 0 : 1);
      sums[0] = (sums[0] ?? 0) + value;
      sums[place] = (sums[place] ?? 0) + 1;
      strata.set(stratum, sums);
    },
    read: (): Stratum[] =>
      [...strata]
        .sort(([one], [other]) => one - other)
        .map(([, [sum = 0, right = 0, wrong = 0, focalRight = 0, focalWrong = 0]]) => ({
          value: sum / (right + wrong + focalRight + focalWrong),
          correctReference: right,
          incorrectReference: wrong,
          correctFocal: focalRight,
          incorrectFocal: focalWrong,
        })),
  };
}
