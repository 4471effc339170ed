export interface Bands {
  readonly bands: number;
  readonly rows: number;
}

/** Midpoints per integral; twenty times as many give the same choice. */
const steps = 200;

/**
 * The bands b and rows r of an LSH index with the smallest error at a threshold: over all b·r ≤
 * permutations, the minimum of wFalse·∫₀ᵗ p + wMissed·∫ₜ¹ (1 − p), where p(s) = 1 − (1 − sʳ)ᵇ is
 * the probability that two sets of similarity s collide in a band.
 */
export function chooseBands(
  threshold: number,
  permutations: number,
  weights = { falsePositive: 0.1, falseNegative: 0.9 },
): Bands {
  const below = midpoints(0, threshold);
  const above = midpoints(threshold, 1);
  const [belowRows, aboveRows] = [below.slice().fill(1), above.slice().fill(1)];
  let best: Bands & { error: number } = { bands: 1, rows: 1, error: Number.POSITIVE_INFINITY };
  for (let rows = 1; rows <= permutations; rows += 1) {
    multiply(belowRows, below);
    multiply(aboveRows, above);
    const missesBelow = belowRows.slice().fill(1);
    const missesAbove = aboveRows.slice().fill(1);
    for (let bands = 1; bands * rows <= permutations; bands += 1) {
      const collided = threshold * (1 - missProbability(missesBelow, belowRows));
      const missed = (1 - threshold) * missProbability(missesAbove, aboveRows);
      const error = weights.falsePositive * collided + weights.falseNegative * missed;
      if (error < best.error) best = { bands, rows, error };
    }
  }
  return { bands: best.bands, rows: best.rows };
}

function midpoints(from: number, to: number): Float64Array {
  return Float64Array.from({ length: steps }, (_, at) => from + ((to - from) * (at + 0.5)) / steps);
}

function multiply(values: Float64Array, factors: Float64Array): void {
  for (let at = 0; at < steps; at += 1) values[at] = (values[at] ?? 0) * (factors[at] ?? 0);
}

/** Adds a band; returns the mean probability of no collision in any band. */
function missProbability(misses: Float64Array, rows: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < steps; at += 1) {
    const missed = (misses[at] ?? 0) * (1 - (rows[at] ?? 0));
    misses[at] = missed;
    sum += missed;
  }
  return sum / steps;
}
