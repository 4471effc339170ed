import { z } from 'zod';
import type { Fault } from '../../domain/errors.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { examine } from '../../domain/rules.ts';
import type { ProblemItem } from '../problem.ts';
import { toJsonPointer } from '../public-error.ts';
import type { Body } from './row.ts';

/** The parsed body in GraphQL names, or all its validation errors in REST names. */
export function readBodyInput(
  body: Body,
  value: unknown,
): { value: unknown; faults: ProblemItem[] } {
  const { renamed, faults } = rename(body, value);
  const examined = examine(body.rules, renamed);
  if ('value' in examined && faults.length === 0) return { value: examined.value, faults };
  const broken = examined.faults.map(({ path, code, detail }) => ({
    pointer: toJsonPointer(inRestNames(body.rules.schema, path)),
    code,
    detail,
  }));
  return { value: undefined, faults: [...faults, ...broken] };
}

export function takesList({ rules }: Body): boolean {
  return rules.schema instanceof z.ZodArray;
}

interface Renamed {
  readonly renamed: unknown;
  readonly faults: ProblemItem[];
}

function rename(body: Body, value: unknown): Renamed {
  const { schema } = body.rules;
  if (!(schema instanceof z.ZodArray) || !Array.isArray(value)) {
    return renameObject(objectOf(schema), value, [], body);
  }
  const items = value.map((item, index) => renameObject(objectOf(schema), item, [index], body));
  return {
    renamed: items.map((item) => item.renamed),
    faults: items.flatMap((item) => item.faults),
  };
}

/** Nested objects are renamed too, where the rules name their fields. */
function renameObject(
  schema: z.ZodType,
  value: unknown,
  at: (string | number)[],
  { isOAuth, readOnly }: Partial<Body> = {},
): Renamed {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!(schema instanceof z.ZodObject) || !isObject) return { renamed: value, faults: [] };
  const names = namesOf(schema);
  const faults: ProblemItem[] = [];
  const renamed: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = names.get(key);
    // RFC 6749, 3.2: empty fields count as omitted, unknown fields are ignored.
    if (isOAuth && (!name || item === '' || item === null)) continue;
    if (name) {
      const field = renameObject(plain(schema.shape[name]), item, [...at, key]);
      renamed[name] = field.renamed;
      faults.push(...field.faults);
    } else if (!readOnly?.includes(key)) {
      const detail = `Unknown field ${JSON.stringify(key.slice(0, 100))}.`;
      faults.push({ pointer: toJsonPointer([...at, key]), code: 'unknown_field', detail });
    }
  }
  return { renamed, faults };
}

/** A path in REST names, as far as the rules name its steps: free-form values keep their own names. */
function inRestNames(schema: z.ZodType, [step, ...rest]: Fault['path']): (string | number)[] {
  if (step === undefined) return [];
  if (schema instanceof z.ZodArray) return [step, ...inRestNames(plain(schema.element), rest)];
  if (!(schema instanceof z.ZodObject) || typeof step !== 'string') return [step, ...rest];
  return [toSnakeCase(step), ...inRestNames(plain(schema.shape[step]), rest)];
}

/** The schema of a field without `optional` and `nullable`. */
function plain(field: unknown): z.ZodType {
  let schema = field as z.ZodType;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    schema = schema.unwrap() as z.ZodType;
  }
  return schema;
}

const knownNames = new WeakMap<z.ZodObject, Map<string, string>>();

/** REST name → GraphQL name of every field an object may have. */
function namesOf(schema: z.ZodObject): Map<string, string> {
  const known = knownNames.get(schema);
  if (known) return known;
  const names = new Map(Object.keys(schema.shape).map((name) => [toSnakeCase(name), name]));
  knownNames.set(schema, names);
  return names;
}

function objectOf(schema: z.ZodType): z.ZodObject {
  const object = schema instanceof z.ZodArray ? schema.element : schema;
  if (object instanceof z.ZodObject) return object;
  throw new Error('A REST body must be an object or a list of objects');
}
