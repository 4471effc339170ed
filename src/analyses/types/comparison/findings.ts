import { figure, roundShare } from '../../kit/figures.ts';
import type { TestOutcome } from '../../kit/statistics/group-tests.ts';
import { holmAdjust } from '../../kit/statistics/holm.ts';
import { expectedCells, type TableCell } from '../../kit/statistics/independence.ts';
import { quantileOf } from '../../kit/statistics/quantiles.ts';
import { varianceOf } from '../../kit/statistics/sample.ts';
import type { CountTable } from './contingency-table.ts';
import { effectOf, magnitudeOf, runPairTest, type TestName } from './group-test.ts';
import type { Group } from './groups.ts';
import { isNominal, type MeasureName } from './measures.ts';
import type { ComparisonParameters, ComparisonResult } from './schema.ts';

/** The number of pairs is quadratic in the number of groups. */
export const maxGroupsPaired = 20;
export const maxListed = 1000;

type Figures = Pick<
  ComparisonResult['summary'],
  'statistic' | 'df' | 'df_residual' | 'p' | 'effect_size' | 'effect_interval' | 'magnitude'
>;

export function figuresOf(
  test: TestName | null,
  outcome: TestOutcome | null,
  minDimension: number,
): Figures {
  if (outcome === null || test === null) {
    return {
      statistic: null,
      df: null,
      df_residual: null,
      p: null,
      effect_size: null,
      effect_interval: null,
      magnitude: null,
    };
  }
  const { statistic, df, residualDf, p, effectSize, interval } = outcome;
  return {
    statistic: figure(statistic),
    df: figure(df),
    df_residual: residualDf === null ? null : figure(residualDf),
    p: figure(p),
    effect_size: figure(effectSize),
    effect_interval: interval === null ? null : interval.map(figure),
    magnitude: magnitudeOf(effectOf[test], effectSize, minDimension),
  };
}

/** Groups that are compared first; topics, which have no order of their own, by their size. */
export function listGroups(
  groups: readonly Group[],
  { group_by, min_per_group: minPerGroup, measure }: ComparisonParameters,
): ComparisonResult['groups'] {
  const isCompared = ({ n }: Group) => Number(n >= minPerGroup);
  const inOrder = groups.toSorted(
    (one, other) =>
      isCompared(other) - isCompared(one) || (group_by === 'topic_focus' ? other.n - one.n : 0),
  );
  return inOrder.slice(0, maxListed).map((group) => {
    const { name, n, sorted, mean } = group;
    const amount = (value: number) => (isNominal(measure) ? null : figure(value));
    return {
      group: name,
      n,
      is_compared: n >= minPerGroup,
      mean: amount(mean),
      sd: n < 2 ? null : amount(Math.sqrt(varianceOf(group))),
      median: amount(quantileOf(sorted, 0.5)),
      min: amount(sorted[0] ?? 0),
      max: amount(sorted.at(-1) ?? 0),
    };
  });
}

/** `pause` is called before each pair with the share of the work done. */
export function listPairs(
  test: TestName,
  groups: readonly Group[],
  table: CountTable | null,
  measure: MeasureName,
  pause: (share: number) => void,
): ComparisonResult['pairs'] {
  const indexes = indexesOfLargest(groups);
  const pairs = indexes.flatMap((a, at) => indexes.slice(at + 1).map((b) => ({ a, b })));
  const tested = pairs.map(({ a, b }, at) => {
    pause(at / pairs.length);
    return { a, b, outcome: runPairTest(test, a, b, groups, table) };
  });
  const adjusted = holmAdjust(tested.flatMap(({ outcome }) => outcome?.p ?? []));
  let next = 0;
  const pairTest = test === 'kruskal_wallis' || test === 'chi_square' ? test : 't_test';
  const listed = tested.map(({ a, b, outcome }) => {
    const [one, other] = [groups[a], groups[b]];
    const correction = outcome === null ? null : (adjusted[next] ?? null);
    if (outcome !== null) next += 1;
    return {
      a: one?.name ?? '',
      b: other?.name ?? '',
      difference: isNominal(measure) ? null : figure((one?.mean ?? 0) - (other?.mean ?? 0)),
      ...figuresOf(pairTest, outcome, 2),
      effect: outcome === null ? null : effectOf[pairTest],
      p_adjusted: correction === null ? null : figure(correction),
    };
  });
  // Below the smallest number, all p are equal; without a p, 2 comes last.
  return listed.sort(
    (one, other) =>
      (one.p ?? 2) - (other.p ?? 2) ||
      Math.abs(other.effect_size ?? 0) - Math.abs(one.effect_size ?? 0),
  );
}

/** The largest groups, in the order of all groups. */
function indexesOfLargest(groups: readonly Group[]): number[] {
  return groups
    .map((_, at) => at)
    .sort((one, other) => (groups[other]?.n ?? 0) - (groups[one]?.n ?? 0) || one - other)
    .slice(0, maxGroupsPaired)
    .sort((one, other) => one - other);
}

export function cellsOf(table: CountTable | null): TableCell[] {
  return table === null ? [] : expectedCells(table.rows);
}

export function listCells(
  cells: readonly TableCell[],
  groups: readonly Group[],
  table: CountTable | null,
): ComparisonResult['table'] {
  return cells.slice(0, maxListed).map(({ row, column, count, expected, residual }) => ({
    group: groups[row]?.name ?? '',
    value: table?.columns[column]?.name ?? '',
    count,
    expected: figure(expected),
    residual: roundShare(residual),
  }));
}
