import type { ReportColumn, Unit } from '../analyses/report.ts';
import { difficultyNames } from '../domain/question.ts';
import type { Cell } from './read-rows.ts';

const smallestShownP = 0.001;

/** A value as people read it: shares in percent, levels by name, no p of 0. */
export function formatValue(value: unknown, unit?: Unit, decimals?: number): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value, unit, decimals);
  if (Array.isArray(value)) return value.map((each) => formatValue(each, unit)).join(', ');
  if (typeof value === 'object') return formatFields(value);
  return oneLine(String(value));
}

/** The cells of a column, numbers with the same number of decimals. */
export function formatColumn({ shows, unit }: ReportColumn, cells: readonly Cell[]): string[] {
  const isWhole = cells.every(({ value }) => typeof value !== 'number' || Number.isInteger(value));
  return cells.map(({ value, questions }) => {
    if (!questions) return formatValue(value, unit, isWhole ? 0 : 2);
    return questions
      .map(({ text, answer }) => oneLine(shows === 'answer' ? answer : text))
      .join(' / ');
  });
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
  if (unit === 'share') return `${withSign((100 * value).toFixed(1))} %`;
  if (unit === 'p') return value < smallestShownP ? `< ${smallestShownP}` : value.toFixed(3);
  if (unit === 'difficulty') return difficultyNames[value] ?? String(value);
  if (Number.isInteger(value) && !decimals) return withSign(value.toLocaleString('en'));
  return withSign(value.toLocaleString('en', fractionDigits(value, decimals ?? 2)));
}

/** More digits where two decimals would be 0.00. */
function fractionDigits(value: number, decimals: number): Intl.NumberFormatOptions {
  const isTiny = value !== 0 && Math.abs(value) < 0.005;
  return isTiny
    ? { maximumSignificantDigits: 2 }
    : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function withSign(text: string): string {
  return text.replace('-', '−');
}

/**
 * Question texts are not ours: line breaks would break the table, control characters could move the
 * cursor, and characters that change the direction of text would reorder the line.
 */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
