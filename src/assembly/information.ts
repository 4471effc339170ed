/** Fisher information of a logistic item with this discrimination and difficulty at an ability. */
export function informationOf({ a, b }: { a: number; b: number }, ability: number): number {
  const probability = 1 / (1 + Math.exp(-a * (ability - b)));
  return a * a * probability * (1 - probability);
}
