import { levelKeys, levels } from '../parts/labels.tsx';

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const figures = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat();

export function showShare(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  // A few of very many are not none.
  return value > 0 && value < 0.0005 ? `< ${percent.format(0.001)}` : percent.format(value);
}

/** A difference of shares, in percentage points. */
export function showPoints(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : percent.format(value).replace('%', ' pp');
}

/** Three digits that count; whole numbers in full. */
export function showFigure(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return Number.isInteger(value) ? whole.format(value) : figures.format(value);
}

export function showP(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return value < 0.001 ? '< 0.001' : value.toFixed(3);
}

/** "1 question", "3 questions". */
export function countOf(count: number, noun: string, nouns = `${noun}s`): string {
  return `${whole.format(count)} ${count === 1 ? noun : nouns}`;
}

export function levelName(level: number | string | null | undefined): string {
  const key = levelKeys[Number(level)];
  return level === null || level === undefined || !key ? String(level ?? '') : levels[key];
}

/** Codes such as answer_conflict, as words. */
export function inWords(code: string): string {
  return code.replaceAll('_', ' ');
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Of a text on a plot: characters are all it has room for. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
