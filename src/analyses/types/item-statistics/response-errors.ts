import { type Fault, maxFaults } from '../../../domain/errors.ts';
import { unknownField } from '../../../domain/schema-faults.ts';
import { numberOf } from './numbering.ts';

export const maxResponses = 1_000_000;
export const maxRespondentLength = 200;
export const maxQuestionIdLength = 100;

/** Errors beyond the first ones are counted as far as this. */
const maxCounted = 10_000;

/** The first errors of the responses, of which the first counts the others. */
export function listResponseErrors(value: unknown): Fault[] {
  const faults: Fault[] = [];
  let more = 0;
  for (const fault of Array.isArray(value) ? checkRows(value) : checkTable(value)) {
    if (faults.length < maxFaults) faults.push(fault);
    else more += 1;
    if (more === maxCounted) break;
  }
  return faults.map((fault, index) => (more > 0 && index === 0 ? { ...fault, more } : fault));
}

type Faults = Generator<Fault, void>;
type Path = Fault['path'];

function* checkRows(rows: readonly unknown[]): Faults {
  if (rows.length > maxResponses) return yield tooMany([], maxResponses);
  const respondents = new Map<string, number>();
  const questions = new Map<string, number>();
  const pairs = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (isValidRow(row)) {
      const respondent = numberOf(respondents, row.respondent);
      pairs[at] = respondent * maxResponses + numberOf(questions, row.question_id);
    } else {
      pairs[at] = -1 - at;
      yield* rowErrors(row, at);
    }
  }
  const detail = 'Duplicate: an earlier row has the same respondent and question.';
  for (const at of findRepeated(pairs)) yield { path: [at], code: 'duplicate', detail };
}

/** Indexes of repeated values. Sorting a million is ten times faster than a set of them. */
function* findRepeated(values: Float64Array): Generator<number, void> {
  const sorted = values.toSorted();
  const repeated = new Set(sorted.filter((value, at) => at > 0 && value === sorted[at - 1]));
  if (repeated.size === 0) return;
  const seen = new Set<number>();
  for (const [at, value] of values.entries()) {
    if (seen.has(value)) yield at;
    if (repeated.has(value)) seen.add(value);
  }
}

interface ValidRow {
  readonly respondent: string;
  readonly question_id: string;
  readonly score: number;
}

const fields = ['respondent', 'question_id', 'score'] as const;

function isValidRow(row: unknown): row is ValidRow {
  if (typeof row !== 'object' || row === null) return false;
  const { respondent, question_id, score } = row as Record<string, unknown>;
  return (
    isName(respondent, maxRespondentLength) &&
    isName(question_id, maxQuestionIdLength) &&
    isScore(score) &&
    Object.keys(row).length === fields.length
  );
}

function isName(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxLength;
}

function isScore(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function* rowErrors(row: unknown, at: number): Faults {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return yield wrongType([at], 'an object', row);
  }
  const entries = new Map(Object.entries(row));
  for (const field of fields) {
    if (!entries.has(field)) yield { path: [at, field], code: 'required', detail: required };
  }
  for (const [key, value] of entries) {
    if (key === 'score') yield* scoreErrors(value, [at, key], 'a number');
    else if (key === 'respondent') yield* nameErrors(value, [at, key], maxRespondentLength);
    else if (key === 'question_id') yield* nameErrors(value, [at, key], maxQuestionIdLength);
    else yield unknownField([at, key]);
  }
}

const required = 'This field is required.';

function* checkTable(table: unknown): Faults {
  if (typeof table !== 'object' || table === null) {
    return yield wrongType([], 'a list of rows or an object {question_ids, scores}', table);
  }
  const entries = new Map<string, unknown>(Object.entries(table));
  for (const field of ['question_ids', 'scores']) {
    if (!entries.has(field)) yield { path: [field], code: 'required', detail: required };
  }
  for (const [key, value] of entries) {
    if (key !== 'question_ids' && key !== 'scores') yield unknownField([key]);
    else if (!Array.isArray(value)) yield wrongType([key], 'an array', value);
  }
  const [ids, scores] = [entries.get('question_ids'), entries.get('scores')];
  if (!Array.isArray(ids) || !Array.isArray(scores)) return;
  if (ids.length > maxResponses) return yield tooMany(['question_ids'], maxResponses);
  const maxRows = Math.floor(maxResponses / Math.max(1, ids.length));
  if (scores.length > maxRows) return yield tooMany(['scores'], maxRows);
  yield* idErrors(ids);
  for (let at = 0; at < scores.length; at += 1) yield* scoreRowErrors(scores[at], at, ids.length);
}

function* idErrors(ids: readonly unknown[]): Faults {
  const seen = new Set<unknown>();
  for (const [at, id] of ids.entries()) {
    yield* nameErrors(id, ['question_ids', at], maxQuestionIdLength);
    if (seen.has(id)) {
      const detail = 'Duplicate: an earlier column has the same question.';
      yield { path: ['question_ids', at], code: 'duplicate', detail };
    }
    seen.add(id);
  }
}

function* scoreRowErrors(row: unknown, at: number, columns: number): Faults {
  if (!Array.isArray(row)) return yield wrongType(['scores', at], 'an array', row);
  if (row.length !== columns) {
    const detail = `Must have one score for each of the ${columns} questions; got ${row.length}.`;
    return yield { path: ['scores', at], code: 'wrong_length', detail };
  }
  for (let column = 0; column < columns; column += 1) {
    const score: unknown = row[column];
    if (score === null || isScore(score)) continue;
    yield* scoreErrors(score, ['scores', at, column], 'a number or null');
  }
}

function* scoreErrors(value: unknown, path: Path, expected: string): Faults {
  if (typeof value !== 'number' || Number.isNaN(value)) yield wrongType(path, expected, value);
  else if (!isScore(value)) {
    const detail = `Must be ${value < 0 ? 'at least 0' : 'at most 1'}.`;
    yield { path, code: 'out_of_range', detail };
  }
}

function* nameErrors(value: unknown, path: Path, maxLength: number): Faults {
  if (typeof value !== 'string') yield wrongType(path, 'a string', value);
  else if (!isName(value, maxLength)) {
    const code = value === '' ? 'too_short' : 'too_long';
    yield { path, code, detail: `Must have 1 to ${maxLength} characters.` };
  }
}

function wrongType(path: Path, expected: string, value: unknown): Fault {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : `${typeof value}`;
  return { path, code: 'wrong_type', detail: `Expected ${expected}, got ${given}.` };
}

function tooMany(path: Path, maxCount: number): Fault {
  const detail = `Must have at most ${maxCount.toLocaleString('en')} items.`;
  return { path, code: 'too_many', detail };
}
