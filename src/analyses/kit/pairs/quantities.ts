/** A number with what it counts, in a base unit where the unit is known. */
export interface Quantity {
  readonly value: number;
  /** The dimension of a known unit, the word that is counted, or nothing. */
  readonly of: string;
  readonly unit: string;
}

type Unit = readonly [dimension: string, factor: number];

const unitTable: ReadonlyMap<string, Unit> = new Map(
  Object.entries<Unit>({
    mm: ['length', 0.001],
    cm: ['length', 0.01],
    m: ['length', 1],
    km: ['length', 1000],
    inch: ['length', 0.0254],
    ft: ['length', 0.3048],
    yard: ['length', 0.9144],
    yards: ['length', 0.9144],
    mi: ['length', 1609.344],
    mg: ['mass', 1e-6],
    g: ['mass', 0.001],
    kg: ['mass', 1],
    tonne: ['mass', 1000],
    lb: ['mass', 0.45359],
    ounce: ['mass', 0.02835],
    ounces: ['mass', 0.02835],
    ml: ['volume', 0.001],
    l: ['volume', 1],
    liter: ['volume', 1],
    sec: ['time', 1],
    minute: ['time', 60],
    hour: ['time', 3600],
    day: ['time', 86_400],
    week: ['time', 604_800],
    kph: ['speed', 1],
    mph: ['speed', 1.609344],
    mps: ['speed', 3.6],
    kps: ['speed', 3600],
    bit: ['data', 1],
    bits: ['data', 1],
    byte: ['data', 8],
    bytes: ['data', 8],
    bc: ['era', -1],
    bce: ['era', -1],
    ad: ['era', 1],
    ce: ['era', 1],
    percent: ['percent', 1],
  }),
);

const fillers = new Set(
  'about around approximately roughly over nearly almost a the of'.split(' '),
);

/** "8 legs" and "26.2 miles"; undefined for what is not a number first and foremost. */
export function readQuantity(forms: readonly string[]): Quantity | undefined {
  const words = readFraction(forms.filter((form) => !fillers.has(form)));
  const sign = words[0] === '−' ? -1 : 1;
  const [number, ...rest] = sign < 0 ? words.slice(1) : words;
  if (number === undefined || !/^\d{1,15}(?:\.\d+)?$/.test(number)) return undefined;
  if (rest.some((word) => /\d/.test(word))) return readSum(words);
  if (rest.length > 3) return undefined;
  const value = sign * Number(number);
  const unit = rest.join(' ');
  if (unit === 'celsius') return { value, of: 'temperature', unit };
  if (unit === 'fahrenheit') return { value: (value - 32) / 1.8, of: 'temperature', unit };
  const known = unitTable.get(unit);
  return known ? { value: value * known[1], of: known[0], unit } : { value, of: unit, unit };
}

/** "26 miles 385 yards", "1 hour and 30 minutes". */
function readSum(words: readonly string[]): Quantity | undefined {
  const [number = '', unit = '', ...rest] = words.filter((word) => word !== 'and');
  const known = unitTable.get(unit);
  if (!known || !/^\d{1,15}(?:\.\d+)?$/.test(number)) return undefined;
  const [of, factor] = known;
  const value = Number(number) * factor;
  if (rest.length === 0) return { value, of, unit };
  const other = readSum(rest);
  if (other?.of !== of) return undefined;
  return { value: value + other.value, of, unit: `${unit} ${other.unit}` };
}

const fractions: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['3th', 3],
  ['thirds', 3],
  ['quarter', 4],
  ['quarters', 4],
  ['fourths', 4],
  ['5th', 5],
  ['fifths', 5],
]);

/** 1/2 and "one half" as 0.5. */
function readFraction([first = '', second = '', third = '', ...rest]: readonly string[]): string[] {
  const words = [first, second, third, ...rest].filter((word) => word !== '');
  const [dividend, divisor] = [Number(first), Number(third)];
  if (second === '/' && divisor > 0 && first !== '') return [shorten(dividend / divisor), ...rest];
  // "Three and a half".
  if (second === 'and' && third === 'half') return [shorten(dividend + 0.5), ...rest];
  const alone = second === '' ? fractions.get(first) : undefined;
  if (alone === 2 || alone === 4) return [shorten(1 / alone)];
  const part = /^\d$/.test(first) && third === '' ? fractions.get(second) : undefined;
  return part === undefined ? words : [shorten(dividend / part)];
}

function shorten(value: number): string {
  return String(Math.round(value * 1e9) / 1e9);
}

export function isSameQuantity(one: Quantity, other: Quantity): boolean {
  if (isShareOf(one, other) || isShareOf(other, one)) return true;
  // A bare number is the same as one with its unit.
  if (one.unit === '' || other.unit === '') return isSameNumber(scaleOf(one), scaleOf(other));
  const isConverted = one.of === other.of && one.unit !== other.unit;
  if (isConverted) return isWithin(one.value, other.value, 0.01);
  // What is counted may be named in different words: 8 legs, 8 limbs.
  const isKnown = (each: Quantity) => unitTable.has(each.unit) || each.of === 'temperature';
  if (one.of !== other.of && isKnown(one) && isKnown(other)) return false;
  return isSameNumber(scaleOf(one), scaleOf(other));
}

/** 50 % and a half. */
function isShareOf(percent: Quantity, fraction: Quantity): boolean {
  const isFraction = fraction.unit === '' && fraction.value > 0 && fraction.value < 1;
  return (
    percent.of === 'percent' && isFraction && isWithin(percent.value, 100 * fraction.value, 0.01)
  );
}

function scaleOf({ value, unit }: Quantity): number {
  if (unit === 'fahrenheit') return value * 1.8 + 32;
  return value / (unitTable.get(unit)?.[1] ?? 1);
}

/** Equal, or one is the other rounded: 300,000 and 299,792, 3.14 and 3.14159. */
function isSameNumber(one: number, other: number): boolean {
  if (isWithin(one, other, 1e-9)) return true;
  const [rough, precise] = String(one).length < String(other).length ? [one, other] : [other, one];
  const decimals = String(rough).split('.')[1]?.length ?? 0;
  if (decimals >= 2) return Math.abs(rough - precise) <= 0.5 * 10 ** -decimals + 1e-12;
  const isRound = Math.abs(one) >= 10_000 && (one % 1000 === 0 || other % 1000 === 0);
  return isRound && isWithin(one, other, 0.005);
}

function isWithin(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other), 1e-9);
}
