import { figure } from '../../kit/figures.ts';
import { chiSquareUpperP } from '../../kit/statistics/distributions.ts';

/** Respondents of one ability: correct and incorrect answers of the reference and of the focal group. */
export interface Stratum {
  /** The matching score. */
  readonly value: number;
  readonly correctReference: number;
  readonly incorrectReference: number;
  readonly correctFocal: number;
  readonly incorrectFocal: number;
}

export interface MantelHaenszel {
  readonly chiSquare: number;
  readonly p: number;
  /** The common odds ratio; above 1 the question is easier for the reference group. */
  readonly alpha: number;
  /** On the delta scale of ETS: −2.35 · ln(alpha); negative if it is harder for the focal group. */
  readonly delta: number;
  readonly se: number;
}

const deltaPerLog = -2.35;

/**
 * The Mantel–Haenszel test with a continuity correction of 0.5 and its odds ratio, as difR computes
 * them; the standard error is that of Phillips and Holland (1987). Null if the strata say nothing.
 */
export function testMantelHaenszel(strata: readonly Stratum[]): MantelHaenszel | null {
  let [difference, variance, numerator, denominator] = [0, 0, 0, 0];
  const used = strata.filter((stratum) => sizeOf(stratum) > 1);
  for (const stratum of used) {
    const size = sizeOf(stratum);
    const {
      correctReference: a,
      incorrectReference: b,
      correctFocal: c,
      incorrectFocal: d,
    } = stratum;
    difference += a - ((a + b) * (a + c)) / size;
    variance += ((a + b) * (c + d) * (a + c) * (b + d)) / (size * size * (size - 1));
    numerator += (a * d) / size;
    denominator += (b * c) / size;
  }
  if (!(variance > 0) || numerator === 0 || denominator === 0) return null;
  const alpha = numerator / denominator;
  let spread = 0;
  for (const stratum of used) {
    const {
      correctReference: a,
      incorrectReference: b,
      correctFocal: c,
      incorrectFocal: d,
    } = stratum;
    spread += ((a * d + alpha * b * c) * (a + d + alpha * (b + c))) / sizeOf(stratum) ** 2;
  }
  const chiSquare = (Math.abs(difference) - 0.5) ** 2 / variance;
  return {
    chiSquare: figure(chiSquare),
    p: figure(chiSquareUpperP(chiSquare, 1)),
    alpha: figure(alpha),
    delta: figure(deltaPerLog * Math.log(alpha)) || 0,
    se: figure(Math.abs(deltaPerLog) * Math.sqrt(spread / (2 * numerator ** 2))),
  };
}

export type EtsClass = 'A' | 'B' | 'C';

/** The 95 % quantile of the standard normal distribution. */
const oneSided = 1.6448536269514722;

/**
 * The classes of the Educational Testing Service (Zieky 1993). C: |delta| is at least 1.5 and surely
 * above 1; A: it is below 1 or not significant; B: otherwise.
 */
export function classify({ delta, se, p }: MantelHaenszel): EtsClass {
  const size = Math.abs(delta);
  if (size >= 1.5 && size - oneSided * se > 1) return 'C';
  return size < 1 || p >= 0.05 ? 'A' : 'B';
}

export function sizeOf(stratum: Stratum): number {
  return (
    stratum.correctReference +
    stratum.incorrectReference +
    stratum.correctFocal +
    stratum.incorrectFocal
  );
}
