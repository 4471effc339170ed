import type { FileRow, RowFault } from '../format.ts';

/** A row from the text of a JSON object. */
export function readJsonRow(text: string, row: number, line: number): FileRow {
  const place = { row, line };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const fault = { field: null, value: text.slice(0, 100), code: 'invalid_json' };
    return { ...place, values: {}, faults: [{ ...fault, detail: 'Invalid JSON.' }] };
  }
  return isObject(value)
    ? { ...place, values: value }
    : { ...place, values: {}, faults: [notObject(value)] };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notObject(value: unknown): RowFault {
  const detail = 'Must be a JSON object with one question.';
  return { field: null, value: JSON.stringify(value).slice(0, 100), code: 'wrong_type', detail };
}
