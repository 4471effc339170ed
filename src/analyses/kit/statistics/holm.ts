/** Holm's correction of p values for multiple tests. */
export function holmAdjust(ps: readonly number[]): number[] {
  const order = ps.map((_, at) => at).sort((one, other) => (ps[one] ?? 0) - (ps[other] ?? 0));
  const adjusted = new Array<number>(ps.length).fill(1);
  let greatest = 0;
  for (const [place, at] of order.entries()) {
    greatest = Math.max(greatest, Math.min(1, (ps.length - place) * (ps[at] ?? 1)));
    adjusted[at] = greatest;
  }
  return adjusted;
}
