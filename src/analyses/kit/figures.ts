/**
 * A figure fit for JSON and for comparing: ten significant digits, so that the order in which
 * numbers were added up does not show.
 */
export function figure(value: number): number {
  requireFinite(value);
  return Number(value.toPrecision(10));
}

/** A share or a difference of shares: ten decimals, so that what should be 0 is 0. */
export function roundShare(value: number): number {
  requireFinite(value);
  return Math.round(value * 1e10) / 1e10 || 0;
}

/** Null when there is no whole to have a part of. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : roundShare(part / whole);
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** JSON has no word for what is not a number: it would show as null, far from where it arose. */
function requireFinite(value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a figure.`);
}
