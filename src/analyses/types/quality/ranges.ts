/** A range of numbers; an exact number is a range of one. */
export interface Range {
  readonly from: number;
  readonly to: number;
  /** Whether the bounds are part of it. */
  readonly hasFrom: boolean;
  readonly hasTo: boolean;
  readonly isExact: boolean;
  readonly unit: string;
}

const number = '((?!0\\d|\\.)[\\d.,]{1,15})';
const unit = '(?: ?([^\\d\\s].{0,30}))?';

const twoSided = new RegExp(
  `^(?:between|from)? ?${number}(?: ?[%°$€£])? ?(?:-|–|—|to|and) ?[$€£]?${number}${unit}$`,
  'i',
);
const below = new RegExp(
  `^(less than or equal to|(?:less|fewer|smaller|lower) than|under|below|<|at most|no more than|up to|maximum of|≤|<=) ?\\$?${number}${unit}$`,
  'i',
);
const above = new RegExp(
  `^((?:more|greater) than or equal to|(?:more|greater|larger|higher) than|over|above|>|at least|no (?:less|fewer) than|minimum of|≥|>=) ?\\$?${number}${unit}$`,
  'i',
);
const orMore = new RegExp(
  `^${number}${unit.replace('.{0,30}', '.{0,30}?')} ?(?:\\+|or (more|less|fewer|above|below|over|under|higher|lower|greater|older|younger|longer|shorter|larger|smaller))$`,
  'i',
);
const exact = new RegExp(`^(?:equal to |exactly )?${number}${unit}$`, 'i');

export function readRange(given: string): Range | undefined {
  const text = given.trim();
  if (text.length > 80 || !/\d/.test(text)) return undefined;
  return readTwoSided(text) ?? readOneSided(text) ?? readExact(text);
}

function readTwoSided(text: string): Range | undefined {
  const match = twoSided.exec(text);
  if (!match || (/ and /.test(text) && !/^between/i.test(text))) return undefined;
  const [from, to] = [readNumber(match[1]), readNumber(match[2])];
  if (!(from < to)) return undefined;
  return { from, to, hasFrom: true, hasTo: true, isExact: false, unit: fold(match[3]) };
}

function readOneSided(text: string): Range | undefined {
  const lower = below.exec(text);
  if (lower) {
    const hasTo = /most|more|equal|up to|maximum|≤|<=/i.test(lower[1] ?? '');
    return bound(-Infinity, readNumber(lower[2]), false, hasTo, lower[3]);
  }
  const upper = above.exec(text);
  if (upper) {
    const hasFrom = /least|less|fewer|equal|minimum|≥|>=/i.test(upper[1] ?? '');
    return bound(readNumber(upper[2]), Infinity, hasFrom, false, upper[3]);
  }
  const open = orMore.exec(text);
  if (!open) return undefined;
  const isBelow = /less|fewer|below|under|lower|younger|shorter|smaller/i.test(open[3] ?? '');
  const limit = readNumber(open[1]);
  return isBelow
    ? bound(-Infinity, limit, false, true, open[2])
    : bound(limit, Infinity, true, false, open[2]);
}

function bound(from: number, to: number, hasFrom: boolean, hasTo: boolean, of?: string) {
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined;
  return { from, to, hasFrom, hasTo, isExact: false, unit: fold(of) };
}

function readExact(text: string): Range | undefined {
  const match = exact.exec(text);
  const value = readNumber(match?.[1]);
  if (!match || Number.isNaN(value)) return undefined;
  return {
    from: value,
    to: value,
    hasFrom: true,
    hasTo: true,
    isExact: true,
    unit: fold(match[2]),
  };
}

const minStep = 5;

/** Reigns and wars overlap as they like; of "1750–1760" and "1760–1770", only one can be meant. */
export function areSteps(ranges: readonly (Range | undefined)[]): boolean {
  const known = ranges.filter((range) => range !== undefined);
  const [first, ...others] = known.toSorted((one, other) => one.from - other.from);
  const step = first ? first.to - first.from : 0;
  if (!first || known.length < ranges.length || step % minStep > 0) return false;
  return others.every(({ from, to }, at) => to - from === step && from === first.to + at * step);
}

export function isYears({ from, to, isExact }: Range): boolean {
  return !isExact && from >= 1000 && to <= 2100;
}

export function doOverlap(one: Range, two: Range): boolean {
  // Two exact numbers are equal or not, which is no question of overlap.
  if (one.unit !== two.unit || (one.isExact && two.isExact)) return false;
  return isBefore(one, two) && isBefore(two, one);
}

/** Whether `one` begins before `two` ends. */
function isBefore(one: Range, two: Range): boolean {
  return one.from < two.to || (one.from === two.to && one.hasFrom && two.hasTo);
}

function readNumber(text = ''): number {
  return text === '' ? Number.NaN : Number(text.replaceAll(',', ''));
}

function fold(text = ''): string {
  return text.toLowerCase().trim();
}
