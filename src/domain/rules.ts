import type { z } from 'zod';
import { type Fault, type RuleCode, validationError } from './errors.ts';

/**
 * Rules for one kind of input: the schema is used for validation and for the API documents; `check`
 * adds what a schema cannot express and runs even when the schema finds errors, so that all errors
 * of an input are reported at once.
 */
export interface Rules<T> {
  readonly schema: z.ZodType<T>;
  readonly check?: (value: unknown) => Fault[];
  /** The maximum length of lists in the schema, if more than the default. */
  readonly maxListLength?: number;
}

export function defineRules<T>(
  schema: z.ZodType<T>,
  check?: (value: unknown) => Fault[],
  longest?: number,
): Rules<T> {
  return {
    schema,
    ...(check && { check }),
    ...(longest !== undefined && { maxListLength: longest }),
  };
}

export function listFaults<T>(rules: Rules<T>, value: unknown): Fault[] {
  return examine(rules, value).faults;
}

/** The normalized value; throws an error with all faults if it is invalid. */
export function parseBy<T>(rules: Rules<T>, value: unknown, code: RuleCode = 'BAD_USER_INPUT'): T {
  const examined = examine(rules, value);
  if (!('value' in examined)) throw validationError(code, examined.faults);
  return examined.value;
}

export type Examined<T> = { value: T; faults: [] } | { faults: Fault[] };

/** The default maximum length of lists. */
export const maxListLength = 1000;

/**
 * Truncates lists to one item more than allowed: enough to be rejected for their length, without
 * validating the rest.
 */
function clip(value: unknown, longest: number, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > 3) return value;
  if (Array.isArray(value)) {
    const isShort = value.length <= longest + 1;
    const items = isShort ? value : value.slice(0, longest + 1);
    const clipped = items.map((item) => clip(item, longest, depth + 1));
    return isShort && clipped.every((item, index) => item === items[index]) ? value : clipped;
  }
  const entries = Object.entries(value).map(
    ([key, item]) => [key, clip(item, longest, depth + 1)] as const,
  );
  const isSame = entries.every(([key, item]) => item === (value as Record<string, unknown>)[key]);
  return isSame ? value : Object.fromEntries(entries);
}

/** Bounds the size of the error response. */
const maxErrors = 1000;

/** The normalized value, or all its faults. */
export function examine<T>(rules: Rules<T>, given: unknown): Examined<T> {
  const value = clip(given, rules.maxListLength ?? maxListLength);
  const parsed = rules.schema.safeParse(value);
  const faults = parsed.success
    ? []
    : withoutDuplicates(parsed.error.issues.flatMap((issue) => toFaults(issue, value)));
  faults.push(...(rules.check?.(value) ?? []));
  if (parsed.success && faults.length === 0) return { value: parsed.data, faults: [] };
  return { faults: faults.slice(0, maxErrors) };
}

/** An integer that is out of range twice (unsafe, and above its maximum) is reported once. */
function withoutDuplicates(faults: Fault[]): Fault[] {
  const nameOf = ({ path, code }: Fault) => JSON.stringify([path, code]);
  return [...new Map(faults.map((fault) => [nameOf(fault), fault])).values()];
}

function toFaults(issue: z.core.$ZodIssue, root: unknown): Fault[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownField([...path, key]));
    case 'invalid_type':
      if (valueAt(root, path) === undefined) return [missing(path)];
      return [withOwnMessage(wrongType(path, issue, root), issue)];
    case 'invalid_value':
      return [{ path, code: 'invalid', detail: mustBe(issue.values.map(String)) }];
    case 'too_small':
    case 'too_big':
      return [withOwnMessage(outOfRange(path, issue), issue)];
    case 'custom':
      return [{ path, code: String(issue.params?.code ?? 'invalid'), detail: issue.message }];
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

export function unknownField(path: Fault['path']): Fault {
  const detail = `Unknown field ${JSON.stringify(String(path.at(-1)))}.`;
  return { path, code: 'unknown_field', detail };
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
