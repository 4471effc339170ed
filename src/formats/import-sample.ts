import { cutText } from '../domain/text.ts';
import type { FileRow } from './format.ts';
import { type Column, resolveColumn } from './rows/resolve-column.ts';
import type { Mapping } from './rows/row-options.ts';

/** What a column of the file was understood as. */
export interface ImportColumn {
  readonly name: string;
  readonly use: Column['kind'];
  /** By its REST name; null unless the column is a field. */
  readonly field: string | null;
}

/** A row as the file has it. */
export interface SampleRow {
  readonly row: number;
  readonly line: number | null;
  /** By column, shortened. */
  readonly values: readonly string[];
}

export interface ImportSample {
  readonly columns: readonly ImportColumn[];
  readonly sample: readonly SampleRow[];
}

const maxFirst = 10;
const maxFailed = 20;
const maxColumns = 50;
const maxCell = 200;

/** Keeps the first rows of a file and the first that failed, so that people see how it was read. */
export class SampleBuilder {
  readonly #names = new Set<string>();
  readonly #rows: FileRow[] = [];
  #failed = 0;

  add(row: FileRow, isFailed: boolean): void {
    if (this.#rows.length >= maxFirst && !(isFailed && this.#failed < maxFailed)) return;
    if (isFailed) this.#failed += 1;
    this.#rows.push(row);
    for (const name of Object.keys(row.values)) {
      if (this.#names.size < maxColumns) this.#names.add(name);
    }
  }

  build({ columns = {} }: Mapping): ImportSample {
    const names = [...this.#names];
    return {
      columns: names.map((name) => toColumn(name, resolveColumn(name, columns))),
      sample: this.#rows.map(({ row, line, values }) => ({
        row,
        line,
        values: names.map((name) => toCell(values[name])),
      })),
    };
  }
}

function toColumn(name: string, column: Column): ImportColumn {
  const field = column.kind === 'field' ? column.field : null;
  return { name: cutText(name, maxCell), use: column.kind, field };
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = Array.isArray(value) ? value.map(String).join('; ') : value;
  return cutText(typeof text === 'string' ? text : JSON.stringify(text), maxCell);
}
