import { chiSquareUpperP, fUpperP, studentTwoTailedP } from './distributions.ts';
import {
  type Interval,
  intervalOfD,
  intervalOfEtaSquared,
  intervalOfR,
} from './effect-intervals.ts';
import { quantileOf } from './quantiles.ts';
import { jointRanks } from './ranks.ts';
import { type Sample, sampleOf, sumsOfSquares, varianceOf } from './sample.ts';

export interface TestOutcome {
  readonly statistic: number;
  readonly df: number;
  /** The denominator degrees of freedom of F. */
  readonly residualDf: number | null;
  readonly p: number;
  readonly effectSize: number;
  readonly interval: Interval | null;
}

/** Whether the variation within the groups is only rounding error. */
function isConstant(within: number, between: number): boolean {
  return within <= 1e-300 + 1e-30 * between;
}

/**
 * Welch's t test, with Cohen's d by the pooled standard deviation. Like all tests here, null if the
 * values do not vary.
 */
export function testWelch(one: Sample, other: Sample): TestOutcome | null {
  const difference = one.mean - other.mean;
  if (one.n < 2 || other.n < 2) return null;
  if (isConstant(one.squares + other.squares, difference ** 2)) return null;
  const [a, b] = [varianceOf(one) / one.n, varianceOf(other) / other.n];
  const statistic = difference / Math.sqrt(a + b);
  const [shareOfA, shareOfB] = [a / (a + b), b / (a + b)];
  const df = 1 / (shareOfA ** 2 / (one.n - 1) + shareOfB ** 2 / (other.n - 1));
  const pooled = (one.squares + other.squares) / (one.n + other.n - 2);
  const effectSize = difference / Math.sqrt(pooled);
  const interval = intervalOfD(effectSize, one.n, other.n);
  return {
    statistic,
    df,
    residualDf: null,
    p: studentTwoTailedP(statistic, df),
    effectSize,
    interval,
  };
}

/** One-way analysis of variance, with η². */
export function testAnova(samples: readonly Sample[]): TestOutcome | null {
  const { total, between, within } = sumsOfSquares(samples);
  const [df, residualDf] = [samples.length - 1, total - samples.length];
  if (df < 1 || residualDf < 1 || isConstant(within, between)) return null;
  const statistic = between / df / (within / residualDf);
  return {
    statistic,
    df,
    residualDf,
    p: fUpperP(statistic, df, residualDf),
    effectSize: between / (between + within),
    interval: intervalOfEtaSquared(statistic, df, residualDf),
  };
}

/**
 * Welch's analysis of variance, for groups of unequal sizes and variances; with the η² that its F
 * corresponds to. Null also if one group does not vary: its mean would have infinite weight.
 */
export function testWelchAnova(samples: readonly Sample[]): TestOutcome | null {
  const groups = samples.length;
  const total = samples.reduce((sum, { n }) => sum + n, 0);
  const { between } = sumsOfSquares(samples);
  if (groups < 2 || samples.some(({ n, squares }) => n < 2 || isConstant(squares, between))) {
    return null;
  }
  const weighted = samples.map((sample) => ({ ...sample, weight: sample.n / varianceOf(sample) }));
  const weights = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const center = weighted.reduce((sum, { weight, mean }) => sum + weight * mean, 0) / weights;
  const spread = weighted.reduce((sum, { weight, mean }) => sum + weight * (mean - center) ** 2, 0);
  const correction = weighted.reduce(
    (sum, { weight, n }) => sum + (1 - weight / weights) ** 2 / (n - 1),
    0,
  );
  const df = groups - 1;
  const statistic = spread / df / (1 + ((2 * (groups - 2)) / (groups ** 2 - 1)) * correction);
  const residualDf = (groups ** 2 - 1) / (3 * correction);
  return {
    statistic,
    df,
    residualDf,
    p: fUpperP(statistic, df, residualDf),
    effectSize: (df * statistic) / (df * statistic + total - groups),
    interval: intervalOfEtaSquared(statistic, df, residualDf, total),
  };
}

/**
 * Whether the spreads of the groups differ, by the test of Brown and Forsythe: an analysis of
 * variance of the distances from the median of the group.
 */
export function haveUnequalSpreads(samples: readonly Sample[]): boolean {
  const distances = samples.map(({ sorted }) => {
    const median = quantileOf(sorted, 0.5);
    return sampleOf(sorted.map((value) => Math.abs(value - median)).sort());
  });
  return (testAnova(distances)?.p ?? 0) < 0.05;
}

/**
 * The Kruskal–Wallis test: an analysis of variance of the ranks with a chi-square approximation.
 * Its ε² is the η² of the ranks.
 */
export function testKruskalWallis(samples: readonly Sample[]): TestOutcome | null {
  const ranked = jointRanks(samples);
  const { total, between, within } = sumsOfSquares(ranked);
  const df = samples.length - 1;
  if (df < 1 || between + within === 0) return null;
  const effectSize = between / (between + within);
  const statistic = (total - 1) * effectSize;
  return {
    statistic,
    df,
    residualDf: null,
    p: chiSquareUpperP(statistic, df),
    effectSize,
    interval: testAnova(ranked)?.interval ?? null,
  };
}

/** Pearson's correlation of the values with the level of their group. */
export function testCorrelation(
  samples: readonly Sample[],
  levels: readonly number[],
): TestOutcome | null {
  const { total, mean, between, within } = sumsOfSquares(samples);
  const levelOf = (at: number) => levels[at] ?? 0;
  const sum = (term: (sample: Sample, at: number) => number) =>
    samples.reduce((all, sample, at) => all + term(sample, at), 0);
  const middle = sum(({ n }, at) => n * levelOf(at)) / total;
  const together = sum((each, at) => each.n * (levelOf(at) - middle) * (each.mean - mean));
  const spread = sum(({ n }, at) => n * (levelOf(at) - middle) ** 2);
  const df = total - 2;
  if (df < 1 || spread === 0 || isConstant(within, between)) return null;
  // Rounding may exceed ±1.
  const r = together / Math.sqrt(spread * (between + within));
  const effectSize = Math.max(-1, Math.min(1, r));
  const unexplained = Math.max(Number.EPSILON, 1 - effectSize ** 2);
  const statistic = effectSize * Math.sqrt(df / unexplained);
  return {
    statistic,
    df,
    residualDf: null,
    p: studentTwoTailedP(statistic, df),
    effectSize,
    interval: intervalOfR(effectSize, total),
  };
}
