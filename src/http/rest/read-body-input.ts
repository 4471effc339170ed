import { z } from 'zod';
import { toSnakeCase } from '../../domain/naming.ts';
import { listFaults, parseBy } from '../../domain/rules.ts';
import type { ProblemItem } from '../problem.ts';
import { toJsonPointer } from '../public-error.ts';
import type { Body } from './row.ts';

/** The body in GraphQL's names, cleaned, or everything that is wrong with it in REST's names. */
export function readBodyInput(
  body: Body,
  value: unknown,
): { value: unknown; faults: ProblemItem[] } {
  const { renamed, faults } = rename(body, value);
  const broken = listFaults(body.rules, renamed).map(({ path, code, detail }) => ({
    pointer: toJsonPointer(
      path.map((step) => (typeof step === 'string' ? toSnakeCase(step) : step)),
    ),
    code,
    detail,
  }));
  faults.push(...broken);
  return { value: faults.length > 0 ? undefined : parseBy(body.rules, renamed), faults };
}

export function takesList({ rules }: Body): boolean {
  return rules.schema instanceof z.ZodArray;
}

function rename(body: Body, value: unknown): { renamed: unknown; faults: ProblemItem[] } {
  if (!takesList(body) || !Array.isArray(value)) return renameObject(body, value, '');
  const items = value.map((item, index) => renameObject(body, item, `/${index}`));
  return {
    renamed: items.map((item) => item.renamed),
    faults: items.flatMap((item) => item.faults),
  };
}

function renameObject(
  body: Body,
  value: unknown,
  at: string,
): { renamed: unknown; faults: ProblemItem[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { renamed: value, faults: [] };
  }
  const names = namesOf(body);
  const faults: ProblemItem[] = [];
  const renamed: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = names.get(key);
    // RFC 6749, 3.2: what is empty counts as left out, what is unknown is passed over.
    if (body.isOAuth && (!name || item === '' || item === null)) continue;
    if (name) renamed[name] = renameNested(fieldOf(body, name), item);
    else if (!body.readOnly?.includes(key)) {
      const detail = `There is no field ${JSON.stringify(key.slice(0, 100))} here.`;
      faults.push({ pointer: at + toJsonPointer([key]), code: 'unknown_field', detail });
    }
  }
  return { renamed, faults };
}

/** Objects in a body are renamed too, where the rules name their fields; what is unknown keeps its name. */
function renameNested(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const names = new Map(Object.keys(schema.shape).map((name) => [toSnakeCase(name), name]));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [names.get(key) ?? key, item]),
  );
}

function fieldOf(body: Body, name: string): z.ZodType | undefined {
  let field = objectOf(body).shape[name] as z.ZodType | undefined;
  while (field instanceof z.ZodOptional || field instanceof z.ZodNullable) {
    field = field.unwrap() as z.ZodType;
  }
  return field;
}

const knownNames = new WeakMap<Body, Map<string, string>>();

/** REST name → GraphQL name of every field the body may have. */
function namesOf(body: Body): Map<string, string> {
  const known = knownNames.get(body);
  if (known) return known;
  const { shape } = objectOf(body);
  const names = new Map(Object.keys(shape).map((name) => [toSnakeCase(name), name]));
  knownNames.set(body, names);
  return names;
}

function objectOf({ rules: { schema } }: Body): z.ZodObject {
  const object = schema instanceof z.ZodArray ? schema.element : schema;
  if (object instanceof z.ZodObject) return object;
  throw new Error('A REST body is an object or a list of them.');
}
