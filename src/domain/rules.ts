import * as z from 'zod';
import { type Fault, limitFaults, type RuleCode, validationError } from './errors.ts';
import { listIssues, withMore } from './schema-faults.ts';

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
  /** Of a list, whose items are validated one after the other; `check` then applies to the whole. */
  readonly list?: { readonly item: Rules<unknown>; readonly length: z.ZodType };
}

/** A value that these rules have accepted and normalized. */
export interface ValidInput {
  readonly rules: Rules<unknown>;
  readonly value: unknown;
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

/** Rules for a list of such items; `check` adds what concerns several of them. */
export function defineListRules<T>(
  item: Rules<T>,
  { min, max }: { readonly min: number; readonly max: number },
  check?: (values: readonly unknown[]) => Fault[],
): Rules<T[]> {
  return {
    schema: z.array(item.schema).min(min).max(max),
    list: { item, length: z.array(z.unknown()).min(min).max(max) },
    ...(check && { check: (value) => (Array.isArray(value) ? check(value) : []) }),
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

/** The same, with pauses between the items of a list, which may be large. */
export async function parseWithPauses<T>(
  rules: Rules<T>,
  value: unknown,
  pause: () => Promise<void> | undefined,
): Promise<T> {
  const examined = await runWithPauses(examineInSteps(rules, value), pause);
  if (!('value' in examined)) throw validationError('BAD_USER_INPUT', examined.faults);
  return examined.value;
}

export async function runWithPauses<T>(
  steps: Generator<void, T>,
  pause: () => Promise<void> | undefined,
): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export type Examined<T> = { value: T; faults: [] } | { faults: Fault[] };

/** The default maximum length of lists, and of lists within other values. */
export const maxListLength = 1000;
const maxInnerListLength = 100;

/** Lists are not looked for deeper than this. */
const maxClipDepth = 3;

/**
 * Truncates lists to one item more than allowed: enough to be rejected for their length, without
 * validating the rest.
 */
function clip(value: unknown, longest: number, depth = 0): unknown {
  if (!hasLongList(value, longest, depth)) return value;
  const inner = innerLength(longest);
  if (Array.isArray(value)) {
    return value.slice(0, longest + 1).map((item) => clip(item, inner, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) => [key, clip(item, inner, depth + 1)]),
  );
}

function innerLength(longest: number): number {
  return longest === maxListLength ? maxInnerListLength : longest;
}

/** Copies nothing: most values have no such list, and some have a million items. */
function hasLongList(value: unknown, longest: number, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > maxClipDepth) return false;
  const inner = innerLength(longest);
  if (!Array.isArray(value)) {
    for (const key in value) {
      if (hasLongList((value as Record<string, unknown>)[key], inner, depth + 1)) return true;
    }
    return false;
  }
  if (value.length > longest + 1) return true;
  for (let at = 0; at < value.length; at += 1) {
    if (hasLongList(value[at], inner, depth + 1)) return true;
  }
  return false;
}

/** The normalized value, or its faults: the first ones, of which the last counts the others. */
export function examine<T>(rules: Rules<T>, given: unknown): Examined<T> {
  // Most values are no lists, and a generator takes as long as to validate one of them.
  return rules.list ? runAtOnce(examineInSteps(rules, given)) : examineWhole(rules, given);
}

/** The same; yields after each item of a list. */
export function* examineInSteps<T>(rules: Rules<T>, given: unknown): Generator<void, Examined<T>> {
  if (!rules.list || !Array.isArray(given)) return examineWhole(rules, given);
  // One item more than allowed is enough to be rejected for the length.
  return yield* examineItems(rules, given.slice(0, maxListLength + 1));
}

/** The same for the items of a list, which are taken one by one. */
export function* examineItems<T>(
  rules: Rules<T>,
  given: Iterable<unknown>,
): Generator<void, Examined<T>> {
  if (!rules.list) throw new Error('These are not the rules of a list');
  const { item, length } = rules.list;
  const [items, values]: [unknown[], unknown[]] = [[], []];
  const faults: Fault[] = [];
  for (const each of given) {
    const index = items.push(each) - 1;
    const examined = examineWhole(item, each);
    if ('value' in examined) values.push(examined.value);
    else
      for (const { path, ...fault } of examined.faults)
        faults.push({ path: [index, ...path], ...fault });
    yield;
  }
  if (faults.length === 0) faults.push(...examineWhole({ schema: length }, items).faults);
  faults.push(...(rules.check?.(items) ?? []));
  if (faults.length === 0) return { value: values as T, faults: [] };
  const { listed, more } = limitFaults(faults);
  return { faults: withMore(listed, more) };
}

function examineWhole<T>(rules: Rules<T>, given: unknown): Examined<T> {
  let value = clip(given, rules.maxListLength ?? maxListLength);
  let parsed = rules.schema.safeParse(value);
  // A schema that allows longer lists is given all of them.
  if (parsed.success && value !== given) {
    value = given;
    parsed = rules.schema.safeParse(value);
  }
  const checked = rules.check?.(value) ?? [];
  if (parsed.success && checked.length === 0) return { value: parsed.data, faults: [] };
  const found = parsed.success ? [] : listIssues(parsed.error.issues, value, rules.schema);
  const { listed, more } = limitFaults([...found, ...checked]);
  return { faults: withMore(listed, more) };
}
