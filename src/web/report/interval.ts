const z = 1.96;

/** The 95 % interval of a share (Wilson). */
export function wilson(count: number, total: number): readonly [number, number] {
  if (total === 0) return [0, 1];
  const share = count / total;
  const middle = share + (z * z) / (2 * total);
  const spread = z * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  const scale = 1 + (z * z) / total;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}

/** The 95 % interval of a mean. */
export function intervalOfMean(mean: number, sd: number, n: number): readonly [number, number] {
  const half = n > 0 ? (z * sd) / Math.sqrt(n) : 0;
  return [mean - half, mean + half];
}
