import { incompleteBeta } from './beta.ts';
import { upperGamma } from './gamma.ts';

/**
 * No p value is 0: one too small for a double is reported as the smallest positive double, 5e-324,
 * which reads as "less than".
 */
function neverZero(p: number): number {
  return Math.max(p, Number.MIN_VALUE);
}

/** The upper tail of the chi-square distribution. */
export function chiSquareUpperP(statistic: number, df: number): number {
  return neverZero(upperGamma(df / 2, statistic / 2));
}

/** The two-sided tail of Student's t. */
export function studentTwoTailedP(t: number, df: number): number {
  const square = t * t;
  return neverZero(incompleteBeta(df / 2, 0.5, df / (df + square), square / (df + square)));
}

/** The upper tail of Fisher's F. */
export function fUpperP(f: number, df1: number, df2: number): number {
  const total = df1 * f + df2;
  return neverZero(incompleteBeta(df2 / 2, df1 / 2, df2 / total, (df1 * f) / total));
}

/** The CDF of the standard normal distribution. */
export function normalCdf(z: number): number {
  const tail = upperGamma(0.5, (z * z) / 2) / 2;
  return z < 0 ? tail : 1 - tail;
}

/** The 97.5 % quantile of the standard normal distribution. */
export const normalQuantile975 = 1.959963984540054;
