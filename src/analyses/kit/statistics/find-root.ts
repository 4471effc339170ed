/**
 * Where a function that falls from above 0 to below 0 crosses it, by the Illinois kind of false
 * position: the bracket always holds, and few evaluations are needed.
 */
export function findRoot(falling: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  let [above, below] = [falling(a), falling(b)];
  let side = 0;
  for (let round = 0; round < 200 && b - a > 1e-14 * Math.abs(b); round += 1) {
    const x = (a * below - b * above) / (below - above);
    const value = falling(x);
    if (Math.abs(value) < 1e-15 || x <= a || x >= b) return x;
    if (value > 0) {
      [a, above] = [x, value];
      if (side > 0) below /= 2;
      side = 1;
    } else {
      [b, below] = [x, value];
      if (side < 0) above /= 2;
      side = -1;
    }
  }
  return (a + b) / 2;
}
