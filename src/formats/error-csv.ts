import { stringify } from 'csv-stringify/sync';
import type { ImportError } from './import-report.ts';
import { guardFormula } from './kit/cells.ts';

const columns = ['row', 'line', 'field', 'value', 'code', 'detail', 'suggestion'] as const;

/** The failures of an import as a table for a spreadsheet. */
export function errorsToCsv(errors: readonly ImportError[]): string {
  const cells = errors.map((error) =>
    columns.map((name) => guardFormula(String(error[name] ?? ''))),
  );
  return stringify([[...columns], ...cells]);
}
