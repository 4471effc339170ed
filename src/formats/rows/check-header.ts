import type { FileRow, Format, RowFault } from '../format.ts';
import type { InterpretedRow, RowOptions } from './interpret-row.ts';
import { duplicateColumn, resolveColumn, unknownColumn } from './resolve-column.ts';

/** What is wrong with all rows alike: reported once, not for each of them. */
export interface HeaderCheck {
  readonly faults: readonly RowFault[];
  /** By these, rows are read none the less, so that their own faults are reported at once. */
  readonly options: RowOptions;
  /** A row without the faults that all rows have. */
  readonly withoutCommon: (read: InterpretedRow) => InterpretedRow;
}

const required = ['question_text', 'correct_answer', 'category', 'difficulty'];

/** Checks the columns of a table by one of its rows, or what rows of another format can hold. */
export function checkHeader(
  format: Pick<Format, 'id' | 'isTable' | 'holds'>,
  { values }: Pick<FileRow, 'values'>,
  { mapping, defaults }: RowOptions,
): HeaderCheck {
  const faults: RowFault[] = [];
  const ignored: Record<string, null> = {};
  const names = new Map<string, string>();
  for (const name of format.isTable ? Object.keys(values) : []) {
    const column = resolveColumn(name, mapping.columns ?? {});
    const other = column.kind === 'field' ? names.get(column.field) : undefined;
    if (column.kind === 'unknown') faults.push(unknownColumn(name, column.suggestion));
    else if (column.kind !== 'field') continue;
    else if (other !== undefined) faults.push(duplicateColumn(name, other, column.field));
    else {
      names.set(column.field, name);
      continue;
    }
    ignored[name] = null;
  }
  const hasField = (field: string) =>
    field in defaults || (format.isTable ? names.has(field) : format.holds.includes(field));
  const missing = new Set(required.filter((field) => !hasField(field)));
  const isSuggested = (field: string) =>
    faults.some(({ suggestion }) => suggestion === `Did you mean ${field}?`);
  for (const field of missing) if (!isSuggested(field)) faults.push(missingField(format, field));
  return {
    faults,
    options: { mapping: { ...mapping, columns: { ...mapping.columns, ...ignored } }, defaults },
    withoutCommon: (read) => withoutMissing(read, missing),
  };
}

function missingField({ id, isTable }: Pick<Format, 'id' | 'isTable'>, field: string): RowFault {
  const canDefault = field === 'category' || field === 'difficulty';
  const detail = isTable
    ? `No column is the ${field}.`
    : `The format ${id} has no ${field}, and every question needs one.`;
  const column = isTable ? `Name a column ${field}, or map one to it` : '';
  const value = canDefault ? `Give a ${field} for all rows` : '';
  const suggestion = [value, column].filter((each) => each !== '').join('. ');
  return {
    field,
    code: 'missing_field',
    detail,
    ...(suggestion && { suggestion: `${suggestion}.` }),
  };
}

function withoutMissing(read: InterpretedRow, missing: ReadonlySet<string>): InterpretedRow {
  if (!('faults' in read) || missing.size === 0) return read;
  const isMissing = ({ field, code }: RowFault) =>
    code === 'required' && field !== null && missing.has(field);
  return { ...read, faults: read.faults.filter((fault) => !isMissing(fault)) };
}
