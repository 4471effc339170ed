import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAscendingIds } from '../../db/ascending-ids.ts';
import type { StagedRow } from '../../db/imports/stage-rows.ts';
import type { FileRow, Format } from '../../formats/format.ts';
import { FormatError } from '../../formats/format-error.ts';
import type { ImportPolicy } from '../../formats/import-options.ts';
import { type ImportReport, ReportBuilder } from '../../formats/import-report.ts';
import { SampleBuilder } from '../../formats/import-sample.ts';
import { openFile, type ReadOptions } from '../../formats/read-file.ts';
import { checkHeader } from '../../formats/rows/check-header.ts';
import { createRowReader, type InterpretedRow } from '../../formats/rows/interpret-row.ts';
import type { Mapping, RowDefaults } from '../../formats/rows/row-options.ts';

export interface FileToImport extends Pick<ReadOptions, 'format' | 'encoding'> {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly mapping: Mapping;
  readonly defaults: RowDefaults;
  readonly policy: ImportPolicy;
  /** Ends the reading, for example because the client has left. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each row. */
  readonly onRow?: (() => void) | undefined;
}

/** Rows for the staging table, and the report once they were read. */
export interface ImportReading {
  readonly rows: AsyncIterable<StagedRow>;
  /** Of what was read; complete when all rows were. */
  report(): ImportReport;
  readonly format: () => string;
  /** Whether the rows may be stored, as far as reading can tell. */
  readonly isStorable: () => boolean;
}

/** Other work of the process waits no longer than this. */
const maxTurnMs = 1;

/** Reads a file as questions; whatever is wrong with it ends up in the report. */
export function readImport(file: FileToImport): ImportReading {
  const builder = new ReportBuilder();
  const sample = new SampleBuilder();
  const nextId = createAscendingIds();
  const { policy, signal, onRow } = file;
  let format = file.format ?? '';
  let isUnreadable = false;
  const isStorable = () => !isUnreadable && (policy.onError === 'skip' || builder.failed === 0);

  /** What is wrong with all rows is reported with the first, and the file is not stored. */
  const createReader = (opened: Format, first: FileRow) => {
    const header = checkHeader(opened, first, file);
    if (header.faults.length === 0) return createRowReader(opened, file);
    isUnreadable = true;
    builder.addHeaderFailure(header.faults, opened.isTable && first.line !== null ? 1 : null);
    const interpret = createRowReader(opened, header.options);
    return (row: FileRow) => header.withoutCommon(interpret(row));
  };

  async function* read(): AsyncGenerator<StagedRow> {
    const { columns } = file.mapping;
    const opened = await openFile(file.bytes, { ...file, columns });
    format = opened.format.id;
    let interpret: ((row: FileRow) => InterpretedRow) | undefined;
    let turnStart = performance.now();
    for await (const row of opened.rows) {
      onRow?.();
      interpret ??= createReader(opened.format, row);
      const read = interpret(row);
      builder.addRow(read.notes);
      sample.add(row, 'faults' in read && read.faults.length > 0);
      if ('faults' in read) {
        if (read.faults.length > 0) builder.addFailure(read.faults, row);
      } else if (isStorable()) yield toStaged(row, read, policy, nextId);
      if (performance.now() - turnStart > maxTurnMs) {
        await nextTurn();
        signal?.throwIfAborted();
        turnStart = performance.now();
      }
    }
    if (!interpret && opened.format.isTable) throw noRows();
    if (opened.encoding === 'windows-1252') {
      builder.addNote({ field: 'encoding', value: 'not UTF-8', readAs: opened.encoding });
    }
  }

  return {
    rows: (async function* () {
      try {
        yield* read();
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        isUnreadable = true;
        builder.addFailure([error.fault], { row: null, line: error.line });
      }
    })(),
    report: () => ({ ...builder.build(), ...sample.build(file.mapping) }),
    format: () => format,
    isStorable,
  };
}

function noRows(): FormatError {
  return new FormatError('The file has a header and no rows.', {
    line: 1,
    code: 'empty',
    suggestion: 'Check that lines end with a line feed.',
  });
}

function toStaged(
  { row, line }: FileRow,
  read: Extract<InterpretedRow, { question: unknown }>,
  { onDuplicate }: ImportPolicy,
  nextId: () => string,
): StagedRow {
  const { id, version: _, ...content } = read.question;
  // What is added again is another question.
  const isNew = id === undefined || onDuplicate === 'add';
  const question = isNew ? content : read.question;
  return { row, line, question, given: read.given, id: isNew ? nextId() : id };
}
