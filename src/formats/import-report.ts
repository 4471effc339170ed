import type { RowFault, RowNote } from './format.ts';
import type { ImportSample } from './import-sample.ts';

export const importStatuses = [
  'QUEUED',
  'RUNNING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
  'UNDONE',
] as const;

export type ImportStatus = (typeof importStatuses)[number];

/** A failure with its place in the file. */
export interface ImportError extends RowFault {
  readonly row: number | null;
  readonly line: number | null;
}

/** A conversion, and how many rows had it. */
export interface ImportNote extends RowNote {
  readonly rows: number;
}

export interface ImportCounts {
  readonly read: number;
  readonly added: number;
  /** Restored ones included. */
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly failed: number;
}

/** Reports of earlier releases have no sample. */
export interface ImportReport extends ImportCounts, Partial<ImportSample> {
  readonly errors: readonly ImportError[];
  /** Errors beyond those that are listed. */
  readonly more: number;
  readonly notes: readonly ImportNote[];
}

/** A file with more errors has a problem that the first ones show. */
export const maxErrors = 10_000;
const maxNotes = 100;

/** Collects what is reported of a file while it is read. */
export class ReportBuilder {
  #read = 0;
  #failed = 0;
  #more = 0;
  #isHeaderWrong = false;
  readonly #errors: ImportError[] = [];
  readonly #notes = new Map<string, { note: RowNote; rows: number }>();

  addRow(notes: readonly RowNote[]): void {
    this.#read += 1;
    for (const note of notes) {
      const key = `${note.field}\0${note.value}\0${note.readAs}`;
      const known = this.#notes.get(key);
      if (known) known.rows += 1;
      else if (this.#notes.size < maxNotes) this.#notes.set(key, { note, rows: 1 });
    }
  }

  addFailure(
    faults: readonly RowFault[],
    place: { row: number | null; line: number | null },
  ): void {
    this.#failed += 1;
    this.#addErrors(faults, place);
  }

  /** Faults that all rows have. */
  addHeaderFailure(faults: readonly RowFault[], line: number | null): void {
    this.#isHeaderWrong = true;
    this.#addErrors(faults, { row: null, line });
  }

  #addErrors(
    faults: readonly RowFault[],
    place: { row: number | null; line: number | null },
  ): void {
    for (const { field, value, code, detail, suggestion } of faults) {
      if (this.#errors.length === maxErrors) {
        this.#more += 1;
        continue;
      }
      const { row, line } = place;
      const shown = value === undefined ? {} : { value };
      const advice = suggestion === undefined ? {} : { suggestion };
      this.#errors.push({ row, line, field, ...shown, code, detail, ...advice });
    }
  }

  addNote(note: RowNote): void {
    this.#notes.set(`${note.field}\0${note.value}`, { note, rows: this.#read });
  }

  get failed(): number {
    return this.#isHeaderWrong ? this.#read : this.#failed;
  }

  build(): ImportReport {
    return {
      read: this.#read,
      added: 0,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      failed: this.failed,
      errors: this.#errors,
      more: this.#more,
      notes: [...this.#notes.values()].map(({ note, rows }) => ({ ...note, rows })),
    };
  }
}

/** Adds failures that were found when the rows were compared with the stored questions. */
export function withErrors(
  report: ImportReport,
  errors: readonly ImportError[],
  failed: number,
): ImportReport {
  const all = [...report.errors, ...errors].sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  const more = report.more + Math.max(0, all.length - maxErrors);
  return { ...report, failed: report.failed + failed, errors: all.slice(0, maxErrors), more };
}
