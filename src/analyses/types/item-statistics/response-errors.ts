import type { Fault } from '../../../domain/errors.ts';
import { unknownField } from '../../../domain/rules.ts';
import { numberOf } from './numbering.ts';

export const mostResponses = 1_000_000;
export const longestRespondent = 200;
export const longestQuestionId = 100;

/** Nobody reads more of them, and each costs an answer some room. */
const mostFaults = 100;

/** All that is wrong with the responses, the first hundred faults of it. */
export function listResponseFaults(value: unknown): Fault[] {
  const faults: Fault[] = [];
  for (const fault of Array.isArray(value) ? walkRows(value) : walkTable(value)) {
    faults.push(fault);
    if (faults.length === mostFaults) break;
  }
  return faults;
}

type Faults = Generator<Fault, void>;
type Path = Fault['path'];

function* walkRows(rows: readonly unknown[]): Faults {
  if (rows.length > mostResponses) return yield tooMany([], mostResponses);
  const people = new Map<string, number>();
  const questions = new Map<string, number>();
  const pairs = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (isSoundRow(row)) {
      const person = numberOf(people, row.respondent);
      pairs[at] = person * mostResponses + numberOf(questions, row.question_id);
    } else {
      pairs[at] = -1 - at;
      yield* faultsOfRow(row, at);
    }
  }
  const detail = 'This respondent has answered this question in an earlier row; keep one.';
  for (const at of findRepeated(pairs)) yield { path: [at], code: 'duplicate', detail };
}

/** Where a value stands that stood before. Sorting a million is ten times faster than a set of them. */
function* findRepeated(values: Float64Array): Generator<number, void> {
  const sorted = values.toSorted();
  const twice = new Set(sorted.filter((value, at) => at > 0 && value === sorted[at - 1]));
  if (twice.size === 0) return;
  const seen = new Set<number>();
  for (const [at, value] of values.entries()) {
    if (seen.has(value)) yield at;
    if (twice.has(value)) seen.add(value);
  }
}

interface SoundRow {
  readonly respondent: string;
  readonly question_id: string;
  readonly score: number;
}

const fields = ['respondent', 'question_id', 'score'] as const;

function isSoundRow(row: unknown): row is SoundRow {
  if (typeof row !== 'object' || row === null) return false;
  const { respondent, question_id, score } = row as Record<string, unknown>;
  return (
    isName(respondent, longestRespondent) &&
    isName(question_id, longestQuestionId) &&
    isScore(score) &&
    Object.keys(row).length === fields.length
  );
}

function isName(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longest;
}

function isScore(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function* faultsOfRow(row: unknown, at: number): Faults {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return yield wrongType([at], 'an object', row);
  }
  const entries = new Map(Object.entries(row));
  for (const field of fields) {
    if (!entries.has(field)) yield { path: [at, field], code: 'required', detail: required };
  }
  for (const [key, value] of entries) {
    if (key === 'score') yield* faultsOfScore(value, [at, key], 'a number');
    else if (key === 'respondent') yield* faultsOfName(value, [at, key], longestRespondent);
    else if (key === 'question_id') yield* faultsOfName(value, [at, key], longestQuestionId);
    else yield unknownField([at, key]);
  }
}

const required = 'This field is required.';

function* walkTable(table: unknown): Faults {
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
  if (ids.length > mostResponses) return yield tooMany(['question_ids'], mostResponses);
  const mostRows = Math.floor(mostResponses / Math.max(1, ids.length));
  if (scores.length > mostRows) return yield tooMany(['scores'], mostRows);
  yield* faultsOfIds(ids);
  for (let at = 0; at < scores.length; at += 1) yield* faultsOfScores(scores[at], at, ids.length);
}

function* faultsOfIds(ids: readonly unknown[]): Faults {
  const seen = new Set<unknown>();
  for (const [at, id] of ids.entries()) {
    yield* faultsOfName(id, ['question_ids', at], longestQuestionId);
    if (seen.has(id)) {
      const detail = 'This question has an earlier column.';
      yield { path: ['question_ids', at], code: 'duplicate', detail };
    }
    seen.add(id);
  }
}

function* faultsOfScores(row: unknown, at: number, columns: number): Faults {
  if (!Array.isArray(row)) return yield wrongType(['scores', at], 'an array', row);
  if (row.length !== columns) {
    const detail = `Takes a score for each of the ${columns} questions; these are ${row.length}.`;
    return yield { path: ['scores', at], code: 'wrong_length', detail };
  }
  for (let column = 0; column < columns; column += 1) {
    const score: unknown = row[column];
    if (score === null || isScore(score)) continue;
    yield* faultsOfScore(score, ['scores', at, column], 'a number or null');
  }
}

function* faultsOfScore(value: unknown, path: Path, expected: string): Faults {
  if (typeof value !== 'number' || Number.isNaN(value)) yield wrongType(path, expected, value);
  else if (!isScore(value)) {
    const detail = `Must be ${value < 0 ? 'at least 0' : 'at most 1'}.`;
    yield { path, code: 'out_of_range', detail };
  }
}

function* faultsOfName(value: unknown, path: Path, longest: number): Faults {
  if (typeof value !== 'string') yield wrongType(path, 'a string', value);
  else if (!isName(value, longest)) {
    const code = value === '' ? 'too_short' : 'too_long';
    yield { path, code, detail: `Must have 1 to ${longest} characters.` };
  }
}

function wrongType(path: Path, expected: string, value: unknown): Fault {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : `${typeof value}`;
  return { path, code: 'wrong_type', detail: `Expected ${expected}, got ${given}.` };
}

function tooMany(path: Path, most: number): Fault {
  const detail = `Takes at most ${most.toLocaleString('en')} of them.`;
  return { path, code: 'too_many', detail };
}
