import type { ReportColumn } from '../analyses/report.ts';
import type { Cell, Row } from './read-rows.ts';

/** The values as in JSON, for other programs; a question is its id and its text or answer. */
export function csvHead(columns: readonly ReportColumn[]): string {
  return csvLine(
    columns.flatMap(({ title, field, unit, shows }) => {
      // An index counts from 0 here, unlike under its heading in the tables for people.
      if (unit === 'index') return [field.slice(field.lastIndexOf('.') + 1)];
      const name = title.replace(/[^a-z0-9]+/gi, '_').toLowerCase();
      return shows === 'text' ? [`${name}_id`, name] : [name];
    }),
  );
}

export function csvRow(columns: readonly ReportColumn[], row: Row): string {
  return csvLine(
    columns.flatMap(({ shows }, at) => {
      const cell = row[at] ?? { value: null };
      if (!shows) return [textOf(cell.value)];
      const shown = (cell.questions ?? []).map((question) => question[shows]).join('; ');
      return shows === 'text' ? [textOf(cell.value), shown] : [shown];
    }),
  );
}

function textOf(value: Cell['value']): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map(quote).join(',')}\r\n`;
}

/** A text that a spreadsheet would execute as a formula gets an apostrophe in front. */
function quote(field: string | number): string {
  if (typeof field === 'number') return String(field);
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
