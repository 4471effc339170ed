import type { z } from 'zod';
import { type Fault, type RuleCode, validationError } from './errors.ts';

/**
 * Rules for one kind of input: the schema feeds validation and the API documents alike;
 * `check` adds what a schema cannot say and runs even when the schema finds faults, so that all
 * faults of an input are told at once.
 */
export interface Rules<T> {
  readonly schema: z.ZodType<T>;
  readonly check?: (value: unknown) => Fault[];
  /** The longest list the schema takes, where that is more than the usual. */
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

/** The value, cleaned and typed; throws with every fault when there is one. */
export function parseBy<T>(rules: Rules<T>, value: unknown, code: RuleCode = 'BAD_USER_INPUT'): T {
  const examined = examine(rules, value);
  if (!('value' in examined)) throw validationError(code, examined.faults);
  return examined.value;
}

export type Examined<T> = { value: T; faults: [] } | { faults: Fault[] };

/** No rule takes a longer list, unless it says so. */
export const maxListLength = 1000;

/**
 * Lists cut to one item more than any rule takes: enough to be refused for their length, and no more
 * work than that, however many faults the rest would hold.
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

/** Nobody reads more; and a hundred thousand would make an answer larger than the request. */
const maxErrors = 1000;

/** The value, or all that is wrong with it. */
export function examine<T>(rules: Rules<T>, given: unknown): Examined<T> {
  const value = clip(given, rules.maxListLength ?? maxListLength);
  const parsed = rules.schema.safeParse(value);
  const faults = parsed.success
    ? []
    : withoutEchoes(parsed.error.issues.flatMap((issue) => toFaults(issue, value)));
  faults.push(...(rules.check?.(value) ?? []));
  if (parsed.success && faults.length === 0) return { value: parsed.data, faults: [] };
  return { faults: faults.slice(0, maxErrors) };
}

/** A number past every integer is past its own bound too; the bound, which comes later, says enough. */
function withoutEchoes(faults: Fault[]): Fault[] {
  const nameOf = ({ path, code }: Fault) => JSON.stringify([path, code]);
  return [...new Map(faults.map((fault) => [nameOf(fault), fault])).values()];
}

function toFaults(issue: z.core.$ZodIssue, root: unknown): Fault[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownField([...path, key]));
    case 'invalid_type':
      return [valueAt(root, path) === undefined ? missing(path) : wrongType(path, issue, root)];
    case 'invalid_value':
      return [{ path, code: 'invalid', detail: mustBe(issue.values.map(String)) }];
    case 'too_small':
    case 'too_big':
      return [outOfRange(path, issue)];
    case 'custom':
      return [{ path, code: String(issue.params?.code ?? 'invalid'), detail: issue.message }];
    default:
      return [{ path, code: 'invalid', detail: `${issue.message}.` }];
  }
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
