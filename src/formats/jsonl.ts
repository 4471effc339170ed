import { type Fault, ServiceError, validationError } from '../domain/errors.ts';
import { toCamelCase, toSnakeCase } from '../domain/naming.ts';
import { contentOf, type QuestionContent } from '../domain/question-content.ts';
import { type NewQuestion, newQuestion } from '../domain/question-input.ts';
import { parseBy } from '../domain/rules.ts';

/** Assigned by the service; ignored in a file, so that an export can be imported. */
const readOnly = new Set(['id', 'version', 'created_at', 'updated_at']);

/** Parses a line of a JSON Lines file with the field names of the REST API. */
export function readJsonLine(line: string): NewQuestion {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'Invalid JSON.');
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new ServiceError('BAD_USER_INPUT', 'Must be a JSON object with one question.');
  }
  const entries = Object.entries(fields).filter(([name]) => !readOnly.has(name));
  const unknown = entries.flatMap(([name]): Fault[] =>
    name === toSnakeCase(name)
      ? []
      : [{ path: [name], code: 'unknown_field', detail: 'Field names must be in snake_case.' }],
  );
  if (unknown.length > 0) throw validationError('BAD_USER_INPUT', unknown);
  return parseBy(
    newQuestion,
    Object.fromEntries(entries.map(([name, value]) => [toCamelCase(name), value])),
  );
}

/** Formats a question as a line that `readJsonLine` parses to the same question. */
export function writeJsonLine(question: QuestionContent): string {
  const entries = Object.entries(contentOf(question)).map(([name, value]) => [
    toSnakeCase(name),
    value,
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}
