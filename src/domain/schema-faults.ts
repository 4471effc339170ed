import * as z from 'zod';
import { type Fault, limitFaults, maxFaults } from './errors.ts';
import { didYouMean } from './nearest-name.ts';
import { cutText } from './text.ts';

/** The faults that the schema found; beyond the first ones, they are only counted. */
export function listIssues(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  schema: z.ZodType,
): Fault[] {
  const faults: Fault[] = [];
  let more = 0;
  for (const issue of issues) {
    const room = maxFaults - faults.length;
    const count = issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    if (room > 0) faults.push(...toFaults(issue, value, schema, room));
    more += Math.max(0, count - Math.max(0, room));
  }
  const { more: counted } = limitFaults(faults);
  return withMore(withoutDuplicates(faults), more + counted);
}

export function withMore(faults: readonly Fault[], more: number): Fault[] {
  const last = faults.at(-1);
  // Each fault may count others itself, which `more` includes.
  const plain = faults.map(({ more: _, ...fault }) => fault);
  return last && more > 0 ? [...plain.slice(0, -1), { ...last, more }] : plain;
}

/** An integer that is out of range twice (unsafe, and above its maximum) is reported once. */
function withoutDuplicates(faults: Fault[]): Fault[] {
  const nameOf = ({ path, code }: Fault) => JSON.stringify([path, code]);
  return [...new Map(faults.map((fault) => [nameOf(fault), fault])).values()];
}

function toFaults(
  issue: z.core.$ZodIssue,
  root: unknown,
  schema: z.ZodType,
  limit: number,
): Fault[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = fieldsAt(schema, path);
      return issue.keys.slice(0, limit).map((key) => unknownField([...path, key], known));
    }
    case 'invalid_type':
      if (valueAt(root, path) === undefined) return [missing(path)];
      return [withOwnMessage(wrongType(path, issue, root), issue)];
    case 'invalid_value': {
      const values = issue.values.map(String);
      const given = valueAt(root, path);
      const nearest = typeof given === 'string' ? didYouMean(given, values) : '';
      return [{ path, code: 'invalid', detail: mustBe(values) + nearest }];
    }
    case 'too_small':
    case 'too_big':
      return [withOwnMessage(outOfRange(path, issue), issue)];
    case 'custom': {
      const { code = 'invalid', more } = (issue.params ?? {}) as { code?: string; more?: number };
      return [{ path, code, detail: issue.message, ...(more && { more }) }];
    }
    default:
      return [{ path, code: 'invalid', detail: `${issue.message}.` }];
  }
}

/** A message that the schema itself sets replaces the generic one. */
function withOwnMessage(fault: Fault, { message }: z.core.$ZodIssue): Fault {
  return /^(?:Invalid|Too (?:small|big))/.test(message) ? fault : { ...fault, detail: message };
}

function mustBe(values: readonly string[]): string {
  return `Must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}.`;
}

export function unknownField(path: Fault['path'], known: readonly string[] = []): Fault {
  return { path, code: 'unknown_field', detail: describeUnknown(String(path.at(-1)), known) };
}

export function describeUnknown(name: string, known: Iterable<string>): string {
  return `Unknown field ${JSON.stringify(cutText(name, 100))}.${didYouMean(name, known)}`;
}

/** The names that an object within a value may have. */
function fieldsAt(schema: z.ZodType, [step, ...rest]: Fault['path']): readonly string[] {
  const bare = withoutWrappers(schema);
  if (bare instanceof z.ZodArray) return fieldsAt(bare.element as z.ZodType, rest);
  if (!(bare instanceof z.ZodObject)) return [];
  if (step === undefined) return Object.keys(bare.shape);
  const field = Object.hasOwn(bare.shape, step) ? bare.shape[step] : undefined;
  return field ? fieldsAt(field as z.ZodType, rest) : [];
}

/** The schema of a field without `optional` and `nullable`. */
export function withoutWrappers(field: z.ZodType): z.ZodType {
  let schema = field;
  for (;;) {
    if (
      schema instanceof z.ZodOptional ||
      schema instanceof z.ZodNullable ||
      schema instanceof z.ZodDefault
    ) {
      schema = schema.unwrap() as z.ZodType;
    } else if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform) {
      schema = schema.out as z.ZodType;
    } else return schema;
  }
}

function missing(path: Fault['path']): Fault {
  return { path, code: 'required', detail: 'This field is required.' };
}

function wrongType(path: Fault['path'], issue: z.core.$ZodIssueInvalidType, root: unknown): Fault {
  const expected = issue.expected === 'int' ? 'integer' : issue.expected;
  const given = nameOfType(valueAt(root, path), expected);
  const detail = `Expected ${withArticle(expected)}, got ${given}.`;
  return { path, code: 'wrong_type', detail };
}

function outOfRange(
  path: Fault['path'],
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
): Fault {
  const isSmall = issue.code === 'too_small';
  const bound = Number(isSmall ? issue.minimum : issue.maximum).toLocaleString('en');
  const side = isSmall ? 'at least' : 'at most';
  const isList = issue.origin === 'array';
  return isList
    ? {
        path,
        code: isSmall ? 'too_few' : 'too_many',
        detail: `Must have ${side} ${bound} ${bound === '1' ? 'item' : 'items'}.`,
      }
    : { path, code: 'out_of_range', detail: `Must be ${side} ${bound}.` };
}

function valueAt(root: unknown, path: Fault['path']): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    root,
  );
}

function nameOfType(value: unknown, expected: string): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && (expected === 'integer' || expected === 'number')) {
    return Number.isInteger(value) ? 'a number out of range' : 'a number that is not an integer';
  }
  return withArticle(typeof value);
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
