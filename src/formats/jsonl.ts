import { brokenRules, type Fault, ServiceError } from '../domain/errors.ts';
import { toCamelCase, toSnakeCase } from '../domain/naming.ts';
import { contentOf, type QuestionContent } from '../domain/question.ts';
import { type NewQuestion, newQuestion } from '../domain/question-input.ts';
import { parseBy } from '../domain/rules.ts';

/** What the service makes itself; in a file that came from it, it is passed over. */
const readOnly = new Set(['id', 'version', 'created_at', 'updated_at']);

/** A question from a line of a JSON Lines file, in REST's names. */
export function readJsonLine(line: string): NewQuestion {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'This is not JSON.');
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new ServiceError('BAD_USER_INPUT', 'A line holds one question, as an object.');
  }
  const entries = Object.entries(fields).filter(([name]) => !readOnly.has(name));
  const unknown = entries.flatMap(([name]): Fault[] =>
    name === toSnakeCase(name)
      ? []
      : [{ path: [name], code: 'unknown_field', detail: 'Names are in snake_case.' }],
  );
  if (unknown.length > 0) throw brokenRules('BAD_USER_INPUT', unknown);
  return parseBy(
    newQuestion,
    Object.fromEntries(entries.map(([name, value]) => [toCamelCase(name), value])),
  );
}

/** A question as a line that reads back as the same question. */
export function writeJsonLine(question: QuestionContent): string {
  const entries = Object.entries(contentOf(question)).map(([name, value]) => [
    toSnakeCase(name),
    value,
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}
