import { didYouMean } from '../../domain/nearest-name.ts';
import type { RowFault } from '../format.ts';
import { FormatError } from '../format-error.ts';
import { unguardFormula } from '../kit/cells.ts';
import { emptyFile, readHeader, type TextRecord } from '../kit/delimited.ts';
import type { CellKind, ResponseRow } from './response-row.ts';

/** The names of columns in lower case, by field. */
const columnNames: Readonly<Record<string, readonly string[]>> = {
  question: ['question_id', 'question', 'item', 'item_id', 'external_id'],
  respondent: ['respondent', 'respondent_id', 'student', 'person', 'candidate', 'player', 'user'],
  version: ['version'],
  option: ['option', 'choice', 'selected'],
  answer: ['answer', 'response', 'text'],
  score: ['score', 'correct', 'points'],
  timeMs: ['time_ms'],
  formId: ['form_id', 'form'],
  sessionId: ['session_id', 'session'],
  group: ['group'],
  recordedAt: ['recorded_at', 'timestamp', 'date'],
};

const fields = new Map(
  Object.entries(columnNames).flatMap(([field, names]) => names.map((name) => [name, field])),
);

/**
 * Reads a table: in the long form a row is a response, and a column names the question; otherwise a row
 * is a respondent, the first column names them, and each other column is a question.
 */
export async function* readResponseTable(
  records: AsyncIterable<TextRecord>,
  kind: CellKind,
): AsyncGenerator<ResponseRow> {
  let header: readonly string[] | undefined;
  let isLong = false;
  let row = 0;
  for await (const { cells: raw, line } of records) {
    if (!header) {
      header = readHeader(raw, line);
      isLong = header.some((name) => fieldOf(name) === 'question');
      if (isLong) assertKnownColumns(header, line);
      else assertMatrix(header);
      continue;
    }
    const cells = raw.map((cell) => unguardFormula(cell).trim());
    if (cells.every((cell) => cell === '')) continue;
    row += 1;
    if (isLong) yield readLongRow(header, cells, { row, line });
    else yield* readMatrixRow(header, cells, { row, line }, kind);
  }
  if (!header) throw emptyFile();
}

function assertKnownColumns(header: readonly string[], line: number): void {
  const unknown = header.find((name) => fieldOf(name) === undefined);
  if (unknown === undefined) return;
  const known = Object.values(columnNames).flatMap(([first]) => first ?? []);
  throw new FormatError(
    `The column ${JSON.stringify(unknown)} is unknown.${didYouMean(unknown, known)} Allowed: ${known.join(', ')}.`,
    { line, code: 'unknown_column' },
  );
}

function assertMatrix(header: readonly string[]): void {
  if (fieldOf(header[0] ?? '') === 'respondent' && header.length > 1) return;
  throw new FormatError(
    `The header names no question: ${JSON.stringify(header.slice(0, 5).join(', '))}.`,
    {
      code: 'unknown_columns',
      suggestion:
        'Name the columns question_id, respondent and score (or option, answer), one response a row; or respondent, then the ids of questions, one respondent a row.',
    },
  );
}

function fieldOf(name: string): string | undefined {
  return fields.get(name.toLowerCase().replace(/[ -]/g, '_'));
}

interface Place {
  readonly row: number;
  readonly line: number;
}

function readLongRow(
  header: readonly string[],
  cells: readonly string[],
  place: Place,
): ResponseRow {
  const values: Record<string, unknown> = {};
  const faults: RowFault[] = [];
  let [question, asked] = ['', ''];
  for (const [at, name] of header.entries()) {
    const field = fieldOf(name);
    const cell = cells[at] ?? '';
    if (field === 'question') [question, asked] = [cell, name];
    else if (field && cell !== '') values[field] = readCell(field, cell, name, faults);
  }
  return { ...place, question, field: asked, values, faults };
}

function* readMatrixRow(
  header: readonly string[],
  cells: readonly string[],
  place: Place,
  kind: CellKind,
): Generator<ResponseRow> {
  for (const [at, question] of header.entries()) {
    const cell = cells[at] ?? '';
    if (at === 0 || cell === '') continue;
    const faults: RowFault[] = [];
    const values = {
      ...(cells[0] && { respondent: cells[0] }),
      [kind]: readCell(kind, cell, question, faults),
    };
    yield { ...place, question, field: question, values, faults };
  }
}

const numbers = new Set(['score', 'timeMs', 'version']);
const words: Readonly<Record<string, number>> = { true: 1, false: 0, yes: 1, no: 0 };

function readCell(field: string, cell: string, name: string, faults: RowFault[]): unknown {
  if (!numbers.has(field)) return cell;
  const word = field === 'score' ? words[cell.toLowerCase()] : undefined;
  // A comma is the decimal point of many spreadsheets.
  const number =
    word ?? (/^-?[\d.,]+(?:e-?\d+)?$/i.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN);
  if (Number.isFinite(number)) return number;
  faults.push({
    field: name,
    value: cell.slice(0, 50),
    code: 'wrong_type',
    detail: 'Must be a number.',
  });
  return undefined;
}
