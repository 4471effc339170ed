/** Holm's correction of p values for multiple tests. */
export function holmAdjust(ps: readonly number[]): number[] {
  const order = ps.map((_, at) => at).sort((one, other) => (ps[one] ?? 0) - (ps[other] ?? 0));
  const adjusted = new Array<number>(ps.length).fill(1);
  let runningMax = 0;
  for (const [rank, at] of order.entries()) {
    runningMax = Math.max(runningMax, Math.min(1, (ps.length - rank) * (ps[at] ?? 1)));
    adjusted[at] = runningMax;
  }
  return adjusted;
}
