const maxTerms = 100_000;
const precision = 1e-16;

/** P(shape, x), the CDF of the gamma distribution. */
export function lowerGamma(shape: number, x: number): number {
  if (x <= 0) return 0;
  return clip(
    isInLowerPart(shape, x) ? seriesExpansion(shape, x) : 1 - continuedFraction(shape, x),
  );
}

/** Q(shape, x), the upper tail, exact in the far tail too. */
export function upperGamma(shape: number, x: number): number {
  if (x <= 0) return 1;
  return clip(
    isInLowerPart(shape, x) ? 1 - seriesExpansion(shape, x) : continuedFraction(shape, x),
  );
}

/**
 * x^shape e^−x / Γ(shape + 1), the Poisson probability for an integer shape. By Loader's method,
 * which avoids the cancellation of large logarithms.
 */
export function poissonTerm(shape: number, x: number): number {
  if (x === 0) return shape === 0 ? 1 : 0;
  if (shape === 0) return Math.exp(-x);
  return Math.exp(-stirlingError(shape) - deviance(shape, x)) / Math.sqrt(2 * Math.PI * shape);
}

/** The error of Stirling's formula for ln Γ(x + 1). */
export function stirlingError(x: number): number {
  if (x < 16) {
    return logGamma(x + 1) - (x + 0.5) * Math.log(x) + x - 0.5 * Math.log(2 * Math.PI);
  }
  const square = x * x;
  return (
    (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) /
    x
  );
}

/** x ln(x / mean) + mean − x, without cancellation when the two are close. */
export function deviance(x: number, mean: number): number {
  if (Math.abs(x - mean) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x;
  const ratio = (x - mean) / (x + mean);
  let sum = (x - mean) * ratio;
  let power = 2 * x * ratio;
  for (let odd = 3; odd < 1000; odd += 2) {
    power *= ratio * ratio;
    const next = sum + power / odd;
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

/** Each of the two expansions converges fast on its own side. */
function isInLowerPart(shape: number, x: number): boolean {
  return x < shape + 1;
}

function seriesExpansion(shape: number, x: number): number {
  let [term, sum] = [1, 1];
  for (let n = 1; n < maxTerms && term > sum * precision; n += 1) {
    term *= x / (shape + n);
    sum += term;
  }
  return sum * poissonTerm(shape, x);
}

/** Lentz's algorithm for the continued fraction. */
function continuedFraction(shape: number, x: number): number {
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
  return fraction * shape * poissonTerm(shape, x);
}

/** Lanczos' coefficients for g = 7. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

function logGamma(x: number): number {
  const t = x + 6.5;
  const sum = lanczos.reduce(
    (total, factor, n) => total + (n === 0 ? factor : factor / (x - 1 + n)),
    0,
  );
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

function clip(probability: number): number {
  return Math.min(1, Math.max(0, probability));
}
