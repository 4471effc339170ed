import { z } from 'zod';
import { figure } from './figures.ts';

export const chiSquareTest = z.strictObject({
  statistic: z.number().min(0).meta({ description: 'Sum of (observed − expected)² / expected.' }),
  df: z.int().min(1).meta({ description: 'Degrees of freedom.' }),
  p: z.number().min(0).max(1).meta({
    description: 'How likely a deviation at least this large is by chance alone.',
  }),
});

export type ChiSquareTest = z.output<typeof chiSquareTest>;

/** Pearson's test of fit; null when fewer than two cells expect anything. */
export function testFit(
  observed: readonly number[],
  expected: readonly number[],
): ChiSquareTest | null {
  let [statistic, cells] = [0, 0];
  for (const [index, expects] of expected.entries()) {
    if (expects <= 0) continue;
    statistic += ((observed[index] ?? 0) - expects) ** 2 / expects;
    cells += 1;
  }
  if (cells < 2) return null;
  const df = cells - 1;
  return { statistic: figure(statistic), df, p: figure(chiSquareP(statistic, df)) };
}

/** The upper tail of the chi-square distribution: Q(df / 2, statistic / 2). */
export function chiSquareP(statistic: number, df: number): number {
  if (statistic <= 0) return 1;
  const [shape, x] = [df / 2, statistic / 2];
  // Each of the two expansions converges fast on its own side of shape + 1.
  const p = x < shape + 1 ? 1 - lowerBySeries(shape, x) : upperByFraction(shape, x);
  return Math.min(1, Math.max(0, p));
}

const maxTerms = 10_000;
const precision = 1e-15;

function lowerBySeries(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; n < maxTerms && term > sum * precision; n += 1) {
    term *= x / (shape + n);
    sum += term;
  }
  return sum * Math.exp(shape * Math.log(x) - x - logGamma(shape));
}

/** Lentz's way of evaluating the continued fraction. */
function upperByFraction(shape: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - shape;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < maxTerms; n += 1) {
    const a = -n * (n - shape);
    b += 2;
    d = 1 / (a * d + b || tiny);
    c = b + a / c || tiny;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < precision) break;
  }
  return fraction * Math.exp(shape * Math.log(x) - x - logGamma(shape));
}

/** Lanczos' coefficients for g = 7. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + 6.5;
  const sum = lanczos.reduce(
    (total, factor, n) => total + (n === 0 ? factor : factor / (x - 1 + n)),
    0,
  );
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}
