import { type Fault, ServiceError, validationError } from '../domain/errors.ts';
import { toCamelCase, toSnakeCase } from '../domain/naming.ts';
import { contentOf, type QuestionContent } from '../domain/question-content.ts';
import { type NewQuestion, newQuestion } from '../domain/question-input.ts';
import { parseBy } from '../domain/rules.ts';
import { isUuid } from '../domain/uuid.ts';

/** Assigned by the service; ignored in a file, so that what was read can be imported. */
const readOnly = new Set(['version', 'created_at', 'updated_at']);

/** A question of a file; its id, if it has one, is that of the stored question it updates. */
export type QuestionLine = NewQuestion & { readonly id?: string };

/** Parses a line of a JSON Lines file with the field names of the REST API. */
export function readJsonLine(line: string): QuestionLine {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'Invalid JSON.');
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new ServiceError('BAD_USER_INPUT', 'Must be a JSON object with one question.');
  }
  const { id, ...others } = fields as { id?: unknown };
  const entries = Object.entries(others).filter(([name]) => !readOnly.has(name));
  const unknown = entries.flatMap(([name]): Fault[] =>
    name === toSnakeCase(name)
      ? []
      : [{ path: [name], code: 'unknown_field', detail: 'Field names must be in snake_case.' }],
  );
  const isId = typeof id === 'string' && isUuid(id);
  if (id !== undefined && id !== null && !isId) {
    const detail = 'Must be a UUID. Put ids of other systems into external_id.';
    unknown.push({ path: ['id'], code: 'invalid', detail });
  }
  if (unknown.length > 0) throw validationError('BAD_USER_INPUT', unknown);
  const question = parseBy(
    newQuestion,
    Object.fromEntries(entries.map(([name, value]) => [toCamelCase(name), value])),
  );
  return isId ? { ...question, id: id.toLowerCase() } : question;
}

/** Formats a question as a line that `readJsonLine` parses to the same question. */
export function writeJsonLine(question: QuestionContent & { readonly id: string }): string {
  const entries = Object.entries(contentOf(question)).map(([name, value]) => [
    toSnakeCase(name),
    value,
  ]);
  return JSON.stringify({ id: question.id, ...Object.fromEntries(entries) });
}
