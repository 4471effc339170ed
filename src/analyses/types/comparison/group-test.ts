import {
  haveUnequalSpreads,
  type TestOutcome,
  testAnova,
  testCorrelation,
  testKruskalWallis,
  testWelch,
  testWelchAnova,
} from '../../kit/statistics/group-tests.ts';
import {
  expectedCells,
  type TableCell,
  testIndependence,
} from '../../kit/statistics/independence.ts';
import { sumsOfSquares } from '../../kit/statistics/sample.ts';
import type { CountTable } from './contingency-table.ts';
import { type Group, levelOf } from './groups.ts';

export const testNames = [
  't_test',
  'anova',
  'welch_anova',
  'kruskal_wallis',
  'chi_square',
  'correlation',
] as const;

export type TestName = (typeof testNames)[number];

export const effectNames = [
  'cohens_d',
  'eta_squared',
  'epsilon_squared',
  'cramers_v',
  'pearson_r',
] as const;

export type EffectName = (typeof effectNames)[number];

export const effectOf: Readonly<Record<TestName, EffectName>> = {
  t_test: 'cohens_d',
  anova: 'eta_squared',
  welch_anova: 'eta_squared',
  kruskal_wallis: 'epsilon_squared',
  chi_square: 'cramers_v',
  correlation: 'pearson_r',
};

/** A residual skewness beyond this makes means a poor summary. */
const maxSkewness = 2;

/**
 * Means are compared without assuming equal variances, which would reject up to 40 % of true null
 * hypotheses when the smallest group varies most. Ranks do not help there: they are compared if
 * the values are skewed but spread alike.
 */
export function chooseTest(
  groups: readonly Group[],
  measure: { isNominal: boolean; isLevel: boolean },
): TestName {
  if (measure.isNominal) return 'chi_square';
  if (measure.isLevel || !canCompareMeans(groups)) return 'kruskal_wallis';
  const isSkewed = Math.abs(residualSkewness(groups)) > maxSkewness;
  if (isSkewed && !haveUnequalSpreads(groups)) return 'kruskal_wallis';
  return groups.length === 2 ? 't_test' : 'welch_anova';
}

/** A t test needs one group that varies, Welch's analysis of variance all of them. */
function canCompareMeans(groups: readonly Group[]): boolean {
  return groups.length === 2
    ? groups.some(({ squares }) => squares > 0)
    : groups.every(({ squares }) => squares > 0);
}

function residualSkewness(groups: readonly Group[]): number {
  const { total, within } = sumsOfSquares(groups);
  if (within === 0) return 0;
  const cubes = groups.reduce(
    (sum, { sorted, mean }) => sorted.reduce((all, value) => all + (value - mean) ** 3, sum),
    0,
  );
  return cubes / total / (within / total) ** 1.5;
}

/** Null if the values do not vary, or for a t test of more than two groups. */
export function runTest(
  test: TestName,
  groups: readonly Group[],
  cells: readonly TableCell[],
): TestOutcome | null {
  switch (test) {
    case 't_test':
      return testTwo(groups);
    case 'anova':
      return testAnova(groups);
    case 'welch_anova':
      return testWelchAnova(groups);
    case 'kruskal_wallis':
      return testKruskalWallis(groups);
    case 'chi_square':
      return testIndependence(cells);
    case 'correlation':
      return testCorrelation(groups, groups.map(levelOf));
  }
}

/** Compares two groups: the same test, or Welch's if it is one of means. */
export function runPairTest(
  test: TestName,
  a: number,
  b: number,
  all: readonly Group[],
  table: CountTable | null,
): TestOutcome | null {
  const groups = [a, b].flatMap((at) => all[at] ?? []);
  if (test === 'kruskal_wallis') return testKruskalWallis(groups);
  if (test !== 'chi_square') return testTwo(groups);
  return testIndependence(expectedCells([a, b].flatMap((at) => [table?.rows[at] ?? []])));
}

function testTwo(groups: readonly Group[]): TestOutcome | null {
  const [one, other, third] = groups;
  return one && other && !third ? testWelch(one, other) : null;
}

export const magnitudeNames = ['negligible', 'small', 'medium', 'large'] as const;

/** Lower bounds of small, medium and large effects (Cohen 1988). */
const thresholds: Readonly<Record<EffectName, readonly number[]>> = {
  cohens_d: [0.2, 0.5, 0.8],
  eta_squared: [0.01, 0.06, 0.14],
  epsilon_squared: [0.01, 0.06, 0.14],
  cramers_v: [0.1, 0.3, 0.5],
  pearson_r: [0.1, 0.3, 0.5],
};

/** `minDimension` is the smaller of the numbers of rows and columns; Cohen's w is V · √(it − 1). */
export function magnitudeOf(effect: EffectName, size: number, minDimension = 2) {
  const scaled = Math.abs(size) * (effect === 'cramers_v' ? Math.sqrt(minDimension - 1) : 1);
  return magnitudeNames[thresholds[effect].filter((limit) => scaled >= limit).length] ?? 'large';
}
