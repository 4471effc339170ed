/** A quantile of sorted values, linearly interpolated (R's type 7). */
export function quantileOf(sorted: Float64Array, share: number): number {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const [low = 0, high = low] = sorted.subarray(below, below + 2);
  return low + (high - low) * (position - below);
}

/** Sums in the order of the array: sort it if the order of questions must not affect the result. */
export function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
