import type { ReportColumn, Unit } from '../analyses/report.ts';
import { difficultyNames } from '../domain/question.ts';
import type { Cell } from './read-rows.ts';

const smallestShownP = 0.001;
const smallestShownShare = 0.0005;
const maxDecimals = 10;

/** A value as people read it: shares in percent, levels by name, no p of 0. */
export function formatValue(value: unknown, unit?: Unit, decimals?: number): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value, unit, decimals);
  if (Array.isArray(value)) return value.map((each) => formatValue(each, unit)).join(', ');
  if (typeof value === 'object') return formatFields(value);
  const text = String(value);
  const level = unit === 'difficulty' && /^\d$/.test(text) && difficultyNames[Number(text)];
  return level || oneLine(text);
}

/** The cells of a column, numbers with the same number of decimals. */
export function formatColumn(
  { shows, unit, titles }: ReportColumn,
  cells: readonly Cell[],
): string[] {
  const numbers = cells.flatMap(({ value }) => (typeof value === 'number' ? value : []));
  const decimals = decimalsFor(numbers);
  return cells.map(({ value, questions }) => {
    if (!questions) return formatValue(titleOf(value, titles), unit, decimals);
    return questions
      .map(({ text, answer }) => oneLine(shows === 'answer' ? answer : text))
      .join(' / ');
  });
}

/** A value of an enum as people know it. */
export function titleOf(value: unknown, titles: ReportColumn['titles']): unknown {
  return (typeof value === 'string' && titles?.[value]) || value;
}

/** Whether all cells are numbers or empty; the names of levels are text. */
export function isNumeric({ unit }: ReportColumn, cells: readonly Cell[]): boolean {
  const isNumber = ({ value }: Cell) => typeof value === 'number';
  const isEmpty = ({ value }: Cell) => value === null || value === undefined;
  return unit !== 'difficulty' && cells.every((cell) => isNumber(cell) || isEmpty(cell));
}

/** Two, or as many as the largest number needs for two digits. */
function decimalsFor(numbers: readonly number[]): number {
  if (numbers.every(Number.isInteger)) return 0;
  const largest = numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  return Math.min(maxDecimals, Math.max(2, 1 + Math.ceil(-Math.log10(largest))));
}

/** The fields of an object, one after the other: "statistic 4.8, df 5, p 0.441". */
function formatFields(value: object): string {
  return Object.entries(value)
    .map(([name, field]) => {
      const unit = name === 'p' ? 'p' : undefined;
      return `${name.replaceAll('_', ' ')} ${formatValue(field, unit)}`;
    })
    .join(', ');
}

function formatNumber(value: number, unit: Unit | undefined, decimals: number | undefined): string {
  // A few of very many are not none.
  if (unit === 'share' && value > 0 && value < smallestShownShare) return '< 0.1 %';
  if (unit === 'share') return `${withSign((100 * value).toFixed(1))} %`;
  if (unit === 'points') return `${withSign((100 * value).toFixed(1))} pp`;
  if (unit === 'index') return String(value + 1);
  if (unit === 'p') return value < smallestShownP ? `< ${smallestShownP}` : value.toFixed(3);
  if (unit === 'difficulty') return difficultyNames[value] ?? String(value);
  if (Number.isInteger(value) && !decimals) return withSign(value.toLocaleString('en'));
  return withSign(value.toLocaleString('en', fractionDigits(value, decimals)));
}

/** Of a number by itself, more digits where two decimals would be 0.00. */
function fractionDigits(value: number, decimals: number | undefined): Intl.NumberFormatOptions {
  const isTiny = value !== 0 && Math.abs(value) < 0.005;
  if (decimals === undefined && isTiny) return { maximumSignificantDigits: 2 };
  return { minimumFractionDigits: decimals ?? 2, maximumFractionDigits: decimals ?? 2 };
}

/** With a minus sign, unless nothing but zeros remains after rounding. */
function withSign(text: string): string {
  return /[1-9]/.test(text) ? text.replace('-', '−') : text.replace('-', '');
}

/**
 * Question texts are not ours: line breaks would break the table, control characters could move the
 * cursor, and characters that change the direction of text would reorder the line.
 */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
