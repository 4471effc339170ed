import { normalQuantile975 } from './distributions.ts';
import { noncentralChiSquare, noncentralF, noncentralT } from './noncentral.ts';

/** The bounds of a 95 % confidence interval. */
export type Interval = readonly [low: number, high: number];

const tail = 0.025;

/** Beyond this the groups hardly vary, and an interval is neither useful nor cheap to compute. */
const maxNoncentrality = 1e9;

/** Of Cohen's d, by inverting the noncentral t distribution. */
export function intervalOfD(d: number, n1: number, n2: number): Interval | null {
  const scale = Math.sqrt(1 / n1 + 1 / n2);
  const [t, df] = [d / scale, n1 + n2 - 2];
  if (t * t > maxNoncentrality) return null;
  const reach = 6 * Math.sqrt(1 + (t * t) / (2 * df)) + 1;
  const limit = (cdf: number) => {
    const excess = (ncp: number) => noncentralT(t, df, ncp) - cdf;
    const [low, high] = widen(excess, t - reach, t + reach);
    return scale * findRoot(excess, low, high);
  };
  return [limit(1 - tail), limit(tail)];
}

/** Of η² in `total` values, by the noncentral F distribution (Steiger 2004). */
export function intervalOfEtaSquared(
  f: number,
  df1: number,
  df2: number,
  total = df1 + df2 + 1,
): Interval | null {
  if (f * df1 > maxNoncentrality) return null;
  const [low, high] = limitsFromZero((ncp) => noncentralF(f, df1, df2, ncp), f * df1);
  return [low / (low + total), high / (high + total)];
}

/** Of Cramér's V, by the noncentral chi-square distribution; `scale` is n · (smaller dimension − 1). */
export function intervalOfV(statistic: number, df: number, scale: number): Interval {
  const [low, high] = limitsFromZero((ncp) => noncentralChiSquare(statistic, df, ncp), statistic);
  return [Math.min(1, Math.sqrt(low / scale)), Math.min(1, Math.sqrt(high / scale))];
}

/** Of a correlation, by Fisher's transformation; null below four pairs. */
export function intervalOfR(r: number, n: number): Interval | null {
  if (n < 4) return null;
  const [middle, half] = [Math.atanh(r), normalQuantile975 / Math.sqrt(n - 3)];
  return [Math.tanh(middle - half), Math.tanh(middle + half)];
}

/** A noncentrality is at least 0: bounds that would be negative are 0. */
function limitsFromZero(cdf: (ncp: number) => number, estimate: number): Interval {
  const limit = (probability: number) => {
    const excess = (ncp: number) => cdf(ncp) - probability;
    if (excess(0) <= 0) return 0;
    const [low, high] = widen(excess, 0, 2 * estimate + 10);
    return findRoot(excess, low, high);
  };
  return [limit(1 - tail), limit(tail)];
}

/** Moves the bounds outwards, except a lower bound of 0, until they bracket the root. */
function widen(decreasing: (x: number) => number, low: number, high: number): Interval {
  let [a, b] = [low, high];
  const step = high - low;
  for (let round = 0; round < 50 && a !== 0 && decreasing(a) <= 0; round += 1) a -= step;
  for (let round = 0; round < 50 && decreasing(b) >= 0; round += 1) b += step;
  return [a, b];
}

/**
 * The root of a decreasing function between `low` and `high`, by regula falsi (Illinois variant),
 * which keeps the root bracketed and needs few evaluations.
 */
function findRoot(decreasing: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  let [above, below] = [decreasing(a), decreasing(b)];
  let side = 0;
  for (let round = 0; round < 200 && b - a > 1e-14 * Math.abs(b); round += 1) {
    const x = (a * below - b * above) / (below - above);
    const value = decreasing(x);
    if (Math.abs(value) < 1e-15 || x <= a || x >= b) return x;
    if (value > 0) {
      [a, above] = [x, value];
      if (side > 0) below /= 2;
      side = 1;
    } else {
      [b, below] = [x, value];
      if (side < 0) above /= 2;
      side = -1;
    }
  }
  return (a + b) / 2;
}
