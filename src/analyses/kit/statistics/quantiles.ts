/** The value below which a share of the sorted values lies, between neighbours (R's type 7). */
export function quantileOf(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const [low = 0, high = low] = sorted.subarray(below, below + 2);
  return low + (high - low) * (place - below);
}

/** Adds up in the order of the array, so sort it where the order of questions must not show. */
export function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
