import { deviance, stirlingError } from './gamma.ts';

const maxTerms = 100_000;
const precision = 1e-16;

/**
 * I_x(a, b), the CDF of the beta distribution. The caller passes 1 − x as well, because subtraction
 * would often lose precision.
 */
export function incompleteBeta(a: number, b: number, x: number, rest: number): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const share =
    x < (a + 1) / (a + b + 2)
      ? betaTerm(a, b, x, rest) * continuedFraction(a, b, x)
      : 1 - betaTerm(b, a, rest, x) * continuedFraction(b, a, rest);
  return Math.min(1, Math.max(0, share));
}

/**
 * x^a (1 − x)^b / (a B(a, b)), which is also I_x(a, b) − I_x(a + 1, b); by Loader's saddle-point
 * expansion.
 */
export function betaTerm(a: number, b: number, x: number, rest: number): number {
  const n = a + b;
  const logarithm =
    stirlingError(n) -
    stirlingError(a) -
    stirlingError(b) -
    deviance(a, n * x) -
    deviance(b, n * rest);
  return (b / n) * Math.sqrt(n / (2 * Math.PI * a * b)) * Math.exp(logarithm);
}

/** Lentz's algorithm for the continued fraction, two steps at a time. */
function continuedFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny);
  let fraction = d;
  const step = (coefficient: number) => {
    d = 1 / (1 + coefficient * d || tiny);
    c = 1 + coefficient / c || tiny;
    fraction *= c * d;
  };
  for (let n = 1; n < maxTerms; n += 1) {
    const even = a + 2 * n;
    step((n * (b - n) * x) / ((even - 1) * even));
    step((-(a + n) * (a + b + n) * x) / (even * (even + 1)));
    if (Math.abs(c * d - 1) < precision) break;
  }
  return fraction;
}
