/** Which of the compared entries are selected; the others are only compared with selected ones. */
export interface Scope {
  readonly hasOthers: boolean;
  isSelected(index: number): boolean;
}

/** Rounds up, with a tolerance for rounding errors. */
export function ceilWithTolerance(value: number): number {
  return Math.ceil(value - 1e-9);
}

/** The minimum overlap of two similar sets, by the sum of their sizes. */
export function minOverlaps(threshold: number, maxSize: number): Int32Array {
  return Int32Array.from({ length: 2 * maxSize + 1 }, (_, both) =>
    ceilWithTolerance((threshold / (1 + threshold)) * both),
  );
}
