import * as z from 'zod';
import { type Fault, maxFaults } from '../../domain/errors.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { examine, examineItems, maxListLength } from '../../domain/rules.ts';
import { describeUnknown, withoutWrappers } from '../../domain/schema-faults.ts';
import type { ProblemItem } from '../problem.ts';
import { toJsonPointer } from '../public-error.ts';
import type { Body } from './row.ts';

interface BodyInput {
  readonly value: unknown;
  readonly faults: ProblemItem[];
}

/**
 * The parsed body in GraphQL names, or all its validation errors in REST names. Yields after each item
 * of a list.
 */
export function* readBodyInput(body: Body, value: unknown): Generator<void, BodyInput> {
  const { rules } = body;
  const schema = objectOf(rules.schema);
  const unknown = createUnknownFields();
  const examined =
    rules.list && Array.isArray(value)
      ? yield* examineItems(rules, renameItems(body, value, unknown))
      : examine(rules, renameObject(schema, value, [], unknown, body));
  const faults = unknown.list();
  if ('value' in examined && faults.length === 0) return { value: examined.value, faults };
  const broken = examined.faults.map(({ path, ...fault }) => ({
    pointer: toJsonPointer(inRestNames(rules.schema, path)),
    ...fault,
  }));
  return { value: undefined, faults: [...faults, ...broken] };
}

export function takesList({ rules }: Body): boolean {
  return rules.schema instanceof z.ZodArray;
}

function* renameItems(
  body: Body,
  items: readonly unknown[],
  unknown: UnknownFields,
): Generator<unknown> {
  const schema = objectOf(body.rules.schema);
  // One item more than allowed is enough to be rejected for the length.
  for (const [index, item] of items.slice(0, maxListLength + 1).entries()) {
    yield renameObject(schema, item, [index], unknown, body);
  }
}

type UnknownFields = ReturnType<typeof createUnknownFields>;

/** Collects unknown fields; beyond the first ones, they are only counted. */
function createUnknownFields() {
  const faults: ProblemItem[] = [];
  let more = 0;
  return {
    add(at: Path, key: string, known: Iterable<string>): void {
      if (faults.length === maxFaults) {
        more += 1;
        return;
      }
      const detail = describeUnknown(key, known);
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
  unknown: UnknownFields,
  { isOAuth, readOnly }: Partial<Body> = {},
): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const item = withoutWrappers(schema.element as z.ZodType);
    if (!(item instanceof z.ZodObject)) return value;
    return value
      .slice(0, maxListLength + 1)
      .map((each, index) => renameObject(item, each, [...at, index], unknown));
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!(schema instanceof z.ZodObject) || !isObject) return value;
  const fields = fieldsOf(schema);
  const renamed: Record<string, unknown> = {};
  // It comes from JSON: all its properties are its own.
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    const field = fields.get(key);
    // RFC 6749, 3.2: empty fields count as omitted, unknown fields are ignored.
    if (isOAuth && (!field || item === '' || item === null)) continue;
    if (field) {
      const { name, nested } = field;
      renamed[name] = nested ? renameObject(nested, item, [...at, key], unknown) : item;
    } else if (!readOnly?.includes(key)) {
      unknown.add(at, key, fields.keys());
    }
  }
  return renamed;
}

/** A path in REST names, as far as the rules name its steps: free-form values keep their own names. */
function inRestNames(schema: z.ZodType, [step, ...rest]: Fault['path']): (string | number)[] {
  if (step === undefined) return [];
  if (schema instanceof z.ZodArray)
    return [step, ...inRestNames(withoutWrappers(schema.element as z.ZodType), rest)];
  if (!(schema instanceof z.ZodObject) || typeof step !== 'string') return [step, ...rest];
  return [toSnakeCase(step), ...inRestNames(withoutWrappers(schema.shape[step]), rest)];
}

interface Field {
  /** In GraphQL. */
  readonly name: string;
  /** Of its value, if that may have fields of its own. */
  readonly nested: z.ZodType | undefined;
}

const knownFields = new WeakMap<z.ZodObject, Map<string, Field>>();

/** Every field an object may have, by its REST name. */
function fieldsOf(schema: z.ZodObject): Map<string, Field> {
  const known = knownFields.get(schema);
  if (known) return known;
  const fields = new Map<string, Field>();
  for (const name in schema.shape) {
    const type = withoutWrappers(schema.shape[name]);
    const item = type instanceof z.ZodArray ? withoutWrappers(type.element as z.ZodType) : type;
    fields.set(toSnakeCase(name), {
      name,
      nested: item instanceof z.ZodObject ? type : undefined,
    });
  }
  knownFields.set(schema, fields);
  return fields;
}

function objectOf(schema: z.ZodType): z.ZodObject {
  const object = schema instanceof z.ZodArray ? schema.element : schema;
  if (object instanceof z.ZodObject) return object;
  throw new Error('A REST body must be an object or a list of objects');
}
