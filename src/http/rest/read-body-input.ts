import { z } from 'zod';
import { type Fault, maxFaults } from '../../domain/errors.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { examine, maxListLength } from '../../domain/rules.ts';
import { cutText } from '../../domain/text.ts';
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
  const broken = examined.faults.map(({ path, ...fault }) => ({
    pointer: toJsonPointer(inRestNames(body.rules.schema, path)),
    ...fault,
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
  const { schema, maxListLength: longest = maxListLength } = body.rules;
  const unknown = createUnknownFields();
  const renamed =
    schema instanceof z.ZodArray && Array.isArray(value)
      ? // One item more than allowed is enough to be rejected for the length.
        value
          .slice(0, longest + 1)
          .map((item, index) => renameObject(objectOf(schema), item, [index], unknown, body))
      : renameObject(objectOf(schema), value, [], unknown, body);
  return { renamed, faults: unknown.list() };
}

/** Collects unknown fields; beyond the first ones, they are only counted. */
function createUnknownFields() {
  const faults: ProblemItem[] = [];
  let more = 0;
  return {
    add(at: Path, key: string): void {
      if (faults.length === maxFaults) {
        more += 1;
        return;
      }
      const detail = `Unknown field ${JSON.stringify(cutText(key, 100))}.`;
      faults.push({ pointer: toJsonPointer([...at, key]), code: 'unknown_field', detail });
    },
    list: (): ProblemItem[] =>
      faults.map((fault, index) => (more > 0 && index === 0 ? { ...fault, more } : fault)),
  };
}

type Path = readonly (string | number)[];

/** Nested objects are renamed too, where the rules name their fields. */
function renameObject(
  schema: z.ZodType,
  value: unknown,
  at: Path,
  unknown: ReturnType<typeof createUnknownFields>,
  { isOAuth, readOnly }: Partial<Body> = {},
): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!(schema instanceof z.ZodObject) || !isObject) return value;
  const names = namesOf(schema);
  const renamed: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = names.get(key);
    // RFC 6749, 3.2: empty fields count as omitted, unknown fields are ignored.
    if (isOAuth && (!name || item === '' || item === null)) continue;
    if (name) {
      renamed[name] = renameObject(plain(schema.shape[name]), item, [...at, key], unknown);
    } else if (!readOnly?.includes(key)) {
      unknown.add(at, key);
    }
  }
  return renamed;
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
