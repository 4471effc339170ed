/** Rounds to ten significant digits, so that the order of additions does not affect the result. */
export function figure(value: number): number {
  requireFinite(value);
  return Number(value.toPrecision(10));
}

/** A share or a difference of shares: ten decimals, so that rounding errors around 0 become 0. */
export function roundShare(value: number): number {
  requireFinite(value);
  return Math.round(value * 1e10) / 1e10 || 0;
}

/** Null if the whole is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : roundShare(part / whole);
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** JSON turns NaN and infinity into null, far from where they arose. */
function requireFinite(value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a figure.`);
}
