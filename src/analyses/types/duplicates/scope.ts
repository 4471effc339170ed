/** Which of the things compared were chosen; the others are only there to be held against them. */
export interface Scope {
  readonly hasOthers: boolean;
  isChosen(place: number): boolean;
}

/** The least whole number that is not below `value`, give or take what doubles cannot tell apart. */
export function ceilWithTolerance(value: number): number {
  return Math.ceil(value - 1e-9);
}

/** How many members two sets must share to be alike, by the sum of their sizes. */
export function minOverlaps(threshold: number, largest: number): Int32Array {
  return Int32Array.from({ length: 2 * largest + 1 }, (_, both) =>
    ceilWithTolerance((threshold / (1 + threshold)) * both),
  );
}
