import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { ResponseMatrix } from './response-matrix.ts';

/** Dichotomous responses to the questions that have both correct and incorrect ones. */
export interface ModelData {
  /** The columns of the matrix that are in the model; an item is an index into this list. */
  readonly columns: Int32Array;
  readonly weights: Float64Array;
  /** The items pattern p answered correctly: correctItems[correctStarts[p]…correctStarts[p + 1]). */
  readonly correctStarts: Int32Array;
  readonly correctItems: Int32Array;
  /** Consecutive patterns that answered the same items. */
  readonly groups: readonly PatternGroup[];
  /** Respondents who answered each item correctly, and who answered it at all. */
  readonly correctCounts: Float64Array;
  readonly answerCounts: Float64Array;
}

export interface PatternGroup {
  readonly items: Int32Array;
  /**
   * Whether most items were answered; `exceptions` are then the unanswered items, otherwise the
   * answered ones.
   */
  readonly isDense: boolean;
  readonly exceptions: Int32Array;
  readonly from: number;
  readonly end: number;
}

/** Scores from here on count as correct in dichotomous models. */
export const minCorrectScore = 0.5;

const patternsBetweenPolls = 2000;

export function readModelData(
  { patterns, questionIds }: ResponseMatrix,
  control: AnalysisControl,
): ModelData {
  const { starts, columns, scores, weights } = patterns;
  const [answered, correct] = tally();
  const inModel: number[] = [];
  const itemOf = new Int32Array(questionIds.length).fill(-1);
  for (const [column, answeredCount] of answered.entries()) {
    const correctCount = correct[column] ?? 0;
    if (correctCount === 0 || correctCount === answeredCount) continue;
    itemOf[column] = inModel.length;
    inModel.push(column);
  }
  const correctItems: number[] = [];
  const correctStarts = new Int32Array(patterns.count + 1);
  const groups: { answeredColumns: Int32Array; from: number; end: number }[] = [];
  for (let pattern = 0; pattern < patterns.count; pattern += 1) {
    if (pattern % patternsBetweenPolls === 0) throwIfAborted(control);
    const [from, end] = [starts[pattern] ?? 0, starts[pattern + 1] ?? 0];
    for (let at = from; at < end; at += 1) {
      const item = itemOf[columns[at] ?? 0] ?? -1;
      if (item >= 0 && (scores[at] ?? 0) >= minCorrectScore) correctItems.push(item);
    }
    correctStarts[pattern + 1] = correctItems.length;
    extendGroup(pattern, columns.subarray(from, end));
  }
  return {
    columns: Int32Array.from(inModel),
    weights,
    correctStarts,
    correctItems: Int32Array.from(correctItems),
    groups: groups.map(({ answeredColumns, from, end }, at) => {
      if (at % patternsBetweenPolls === 0) throwIfAborted(control);
      const items = answeredColumns
        .map((column) => itemOf[column] ?? -1)
        .filter((item) => item >= 0);
      return { from, end, items, ...exceptionsOf(items, inModel.length) };
    }),
    correctCounts: Float64Array.from(inModel, (column) => correct[column] ?? 0),
    answerCounts: Float64Array.from(inModel, (column) => answered[column] ?? 0),
  };

  function tally(): [Float64Array, Float64Array] {
    const counts = [
      new Float64Array(questionIds.length),
      new Float64Array(questionIds.length),
    ] as const;
    for (let pattern = 0; pattern < patterns.count; pattern += 1) {
      const weight = weights[pattern] ?? 0;
      for (let at = starts[pattern] ?? 0; at < (starts[pattern + 1] ?? 0); at += 1) {
        const column = columns[at] ?? 0;
        counts[0][column] = (counts[0][column] ?? 0) + weight;
        if ((scores[at] ?? 0) >= minCorrectScore)
          counts[1][column] = (counts[1][column] ?? 0) + weight;
      }
    }
    return [...counts];
  }

  /** Extends the last group if the columns are the same. */
  function extendGroup(pattern: number, answeredColumns: Int32Array): void {
    const last = groups.at(-1);
    if (last && isSame(last.answeredColumns, answeredColumns)) last.end = pattern + 1;
    else groups.push({ answeredColumns, from: pattern, end: pattern + 1 });
  }
}

/** For a dense group, sums start from the sum over all items and subtract the exceptions. */
function exceptionsOf(items: Int32Array, count: number) {
  if (items.length <= count / 2) return { isDense: false, exceptions: items };
  const present = new Uint8Array(count);
  for (const item of items) present[item] = 1;
  const absent: number[] = [];
  for (let item = 0; item < count; item += 1) if (present[item] === 0) absent.push(item);
  return { isDense: true, exceptions: Int32Array.from(absent) };
}

function isSame(one: Int32Array, other: Int32Array): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
