import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { type FileQuestion, type FileRow, fileFields, maxRowLength } from '../format.ts';
import { FormatError } from '../format-error.ts';
import { toCell, unguardFormula, writeList } from './cells.ts';

export interface TextRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

export interface Dialect {
  readonly delimiter: string;
  /** Null where quotes have no meaning. */
  readonly quote: string | null;
  readonly comment?: string;
}

/** The records of a text with quoted cells; a broken quote ends the reading with its line. */
export async function* readRecords(
  text: AsyncIterable<string>,
  { delimiter, quote, comment }: Dialect,
): AsyncGenerator<TextRecord> {
  let next = 1;
  const options: Options = {
    delimiter,
    quote,
    info: true,
    max_record_size: maxRowLength,
    relax_column_count: true,
    skip_empty_lines: true,
    // Called while it parses: records may be lost with the error of a later one.
    on_record: (record: string[], { lines }) => {
      next = lines + 1;
      return record;
    },
    ...(comment !== undefined && { comment, comment_no_infix: true }),
  };
  const parser = parse(options);
  // Its error is that of the iteration.
  pipeline(Readable.from(text), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      yield { cells: record, line: info.lines - countBreaks(record) };
    }
  } catch (error) {
    throw error instanceof CsvError ? describeCsvError(error, next) : error;
  }
}

interface ParsedRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** Rows with the names of the header. */
export async function* readTable(records: AsyncIterable<TextRecord>): AsyncGenerator<FileRow> {
  let header: readonly string[] | undefined;
  let row = 0;
  for await (const { cells, line } of records) {
    if (!header) {
      header = readHeader(cells, line);
      continue;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    row += 1;
    yield toRow(header, cells.map(unguardFormula), { row, line });
  }
  if (!header) throw emptyFile();
}

export function emptyFile(): FormatError {
  return new FormatError('The file is empty.', { code: 'empty' });
}

export function readHeader(cells: readonly string[], line: number): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at);
  if (twice !== undefined) {
    throw new FormatError(`The header has two columns ${JSON.stringify(twice)}.`, {
      line,
      code: 'duplicate_column',
    });
  }
  return names;
}

/** A cell that is empty says nothing of its field. */
export function toRow(
  header: readonly string[],
  cells: readonly unknown[],
  place: { readonly row: number; readonly line: number | null },
): FileRow {
  const values: Record<string, unknown> = {};
  for (const [at, name] of header.entries()) {
    const cell = cells[at];
    if (name !== '') values[name] = cell === '' ? null : cell;
  }
  const extra = cells.slice(header.length).filter((cell) => cell !== '' && cell !== null);
  if (extra.length === 0) return { ...place, values };
  const detail = `The row has ${cells.length} cells, the header ${header.length}.`;
  const suggestion = 'Quote cells that contain the delimiter.';
  return {
    ...place,
    values,
    faults: [{ field: null, code: 'too_many_cells', detail, suggestion }],
  };
}

/** The cells of a question in the order of `fileFields`. */
export function toCells(question: FileQuestion, toText = toCell): string[] {
  return [
    question.id,
    toText(question.questionText),
    toText(question.correctAnswer),
    toText(writeList(question.incorrectAnswers)),
    toText(writeList(question.acceptedAnswers)),
    question.category,
    String(question.difficulty),
    toText(question.topicFocus ?? ''),
    toText(question.source ?? ''),
    toText(question.externalId ?? ''),
    String(question.version),
  ];
}

export const headerCells = fileFields;

/** The delimiter that the first line has most of, quoted cells aside. */
export function guessDelimiter(sample: string): string {
  const first = /^[^\n"]*(?:"[^"]*"[^\n"]*)*/.exec(sample)?.[0] ?? '';
  const plain = first.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map(
    (delimiter) => [delimiter, plain.split(delimiter).length] as const,
  );
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

function countBreaks(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (cell.includes('\n')) count += cell.split('\n').length - 1;
  return count;
}

/** A quote that is not closed is reported where its row starts, not where the file ends. */
function describeCsvError(error: CsvError, next: number): FormatError {
  const isOpen = /NOT_CLOSED|MAX_RECORD/.test(error.code);
  const { lines } = error as unknown as { lines?: number };
  const line = isOpen ? next : (lines ?? next);
  const at = `Line ${line.toLocaleString('en')}: `;
  const [what, suggestion] = csvFaults[error.code] ?? [error.message, undefined];
  return new FormatError(`${at}${what}`, {
    line,
    code: error.code === 'CSV_MAX_RECORD_SIZE' ? 'too_long' : 'broken_quote',
    ...(suggestion !== undefined && { suggestion }),
  });
}

const doubled = 'Write a quote inside of a quoted cell twice ("").';

const csvFaults: Readonly<Record<string, readonly [string, string]>> = {
  CSV_QUOTE_NOT_CLOSED: ['A quote is opened there and not closed.', doubled],
  CSV_INVALID_CLOSING_QUOTE: ['Text follows a closing quote.', doubled],
  INVALID_OPENING_QUOTE: [
    'A quote is in the middle of a cell.',
    `Quote the whole cell. ${doubled}`,
  ],
  CSV_MAX_RECORD_SIZE: [
    `A row of more than ${maxRowLength.toLocaleString('en')} characters.`,
    'Check that quotes are closed and that the format is the right one.',
  ],
};
