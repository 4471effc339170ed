import { betaTerm, incompleteBeta } from './beta.ts';
import { normalCdf } from './distributions.ts';
import { lowerGamma, poissonTerm } from './gamma.ts';

/** The CDF of the noncentral chi-square distribution. */
export function noncentralChiSquare(x: number, df: number, noncentrality: number): number {
  const half = x / 2;
  return poissonMixture(noncentrality / 2, df / 2, {
    cdf: (shape) => lowerGamma(shape, half),
    decrement: (shape) => poissonTerm(shape, half),
    ratio: (shape) => half / (shape + 1),
  });
}

/** The CDF of the noncentral F distribution. */
export function noncentralF(f: number, df1: number, df2: number, noncentrality: number): number {
  const [total, b] = [df1 * f + df2, df2 / 2];
  const [x, rest] = [(df1 * f) / total, df2 / total];
  return poissonMixture(noncentrality / 2, df1 / 2, {
    cdf: (a) => incompleteBeta(a, b, x, rest),
    decrement: (a) => betaTerm(a, b, x, rest),
    ratio: (a) => (x * (a + b)) / (a + 1),
  });
}

interface Family {
  cdf(shape: number): number;
  /** cdf(shape) − cdf(shape + 1). */
  decrement(shape: number): number;
  /** decrement(shape + 1) / decrement(shape). */
  ratio(shape: number): number;
}

const negligible = 1e-18;

/**
 * The Poisson mixture of cdf(first + j). Sums in both directions from the mode of j, so that the
 * cost grows with the spread, not the mean, and each term follows from its neighbor.
 */
function poissonMixture(mean: number, first: number, { cdf, decrement, ratio }: Family): number {
  const mode = Math.floor(mean);
  const [modeWeight, modeCdf, modeDecrement] = [
    poissonTerm(mode, mean),
    cdf(first + mode),
    decrement(first + mode),
  ];
  let sum = modeWeight * modeCdf;
  let [weight, current, step] = [modeWeight, modeCdf, modeDecrement];
  for (let j = mode; weight > negligible; j += 1) {
    current -= step;
    step *= ratio(first + j);
    weight *= mean / (j + 1);
    sum += weight * current;
  }
  [weight, current, step] = [modeWeight, modeCdf, modeDecrement];
  for (let j = mode; j > 0 && weight > negligible; j -= 1) {
    step /= ratio(first + j - 1);
    current += step;
    weight *= j / mean;
    sum += weight * current;
  }
  return Math.min(1, Math.max(0, sum));
}

/**
 * The CDF of the noncentral t distribution: the mean of Φ(t·s − noncentrality) over s, the root of
 * a chi-square divided by its degrees of freedom. By quadrature, because the usual series fails for
 * large groups that differ clearly.
 */
export function noncentralT(t: number, df: number, noncentrality: number): number {
  const halfWidth = 10 / Math.sqrt(2 * df);
  const [low, high] = [Math.max(0, 1 - halfWidth), 1 + halfWidth];
  // Φ rises within a few 1 / t of this point, which may be a small part of the range.
  const [center, width] = Math.abs(t) < 1e-9 ? [low, 0] : [noncentrality / t, 8 / Math.abs(t)];
  const edges = [low, center - width, center, center + width, high]
    .map((edge) => Math.min(high, Math.max(low, edge)))
    .sort((one, other) => one - other);
  let sum = 0;
  for (const [at, end] of edges.entries()) {
    const start = edges[at - 1] ?? end;
    sum += integrate(start, end, (s) => {
      const density = (df / s) * poissonTerm(df / 2, (df * s * s) / 2);
      return density * normalCdf(t * s - noncentrality);
    });
  }
  return Math.min(1, Math.max(0, sum));
}

/** Calculated at first use: most processes never need them. */
let nodes: ReturnType<typeof gaussLegendre> | undefined;

function integrate(start: number, end: number, integrand: (x: number) => number): number {
  if (end <= start) return 0;
  nodes ??= gaussLegendre(40);
  const [middle, half] = [(start + end) / 2, (end - start) / 2];
  return nodes.reduce(
    (sum, { node, weight }) => sum + half * weight * integrand(middle + half * node),
    0,
  );
}

/** Gauss–Legendre nodes on −1…1, by Newton's method, and their weights. */
function gaussLegendre(count: number): { node: number; weight: number }[] {
  return Array.from({ length: count }, (_, at) => {
    let [node, slope] = [Math.cos((Math.PI * (at + 0.75)) / (count + 0.5)), 0];
    for (let round = 0; round < 10; round += 1) {
      let [previous, value] = [1, node];
      for (let n = 2; n <= count; n += 1) {
        [previous, value] = [value, ((2 * n - 1) * node * value - (n - 1) * previous) / n];
      }
      slope = (count * (node * value - previous)) / (node * node - 1);
      node -= value / slope;
    }
    return { node, weight: 2 / ((1 - node * node) * slope * slope) };
  });
}
