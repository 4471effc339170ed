import { z } from 'zod';
import type { Fault } from '../../domain/errors.ts';
import { defineRules, listFaults, parseBy } from '../../domain/rules.ts';
import type { ProblemItem } from '../problem.ts';
import type { Parameter } from './row.ts';

export type Parameters = Readonly<Record<string, Parameter>>;

/** The values of a query string by parameter, or its validation errors. */
export function readQuery(
  parameters: Parameters,
  search: URLSearchParams,
): { values: Map<string, unknown>; faults: ProblemItem[] } {
  const values = new Map<string, unknown>();
  const faults: ProblemItem[] = [];
  for (const name of new Set(search.keys())) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) {
      faults.push(unknownParameter(name, Object.keys(parameters)));
      continue;
    }
    const read = readParameter(parameter, search.getAll(name));
    if ('value' in read) values.set(name, read.value);
    else faults.push(...read.faults.map(({ code, detail }) => ({ parameter: name, code, detail })));
  }
  return { values, faults };
}

function readParameter(
  { schema }: Parameter,
  given: string[],
): { value: unknown } | { faults: Pick<Fault, 'code' | 'detail'>[] } {
  const shape = shapeOf(schema);
  if (!shape.isList && given.length > 1) {
    return { faults: [{ code: 'repeated', detail: 'May be given only once.' }] };
  }
  const words = shape.isList ? given.flatMap((text) => text.split(',')) : given;
  const typed = words.map((word) => (shape.isInteger ? toInteger(word) : word));
  const value = shape.isList ? typed : typed[0];
  const rules = defineRules(schema);
  const faults = listFaults(rules, value);
  return faults.length > 0 ? { faults } : { value: parseBy(rules, value) };
}

function unknownParameter(name: string, known: string[]): ProblemItem {
  const help =
    known.length > 0 ? `Allowed: ${known.join(', ')}.` : 'This path takes no parameters.';
  return {
    parameter: name,
    code: 'unknown_parameter',
    detail: `Unknown parameter. ${help}`,
  };
}

function toInteger(word: string): number | string {
  return /^-?\d{1,15}$/.test(word) ? Number(word) : word;
}

interface Shape {
  readonly isList: boolean;
  readonly isInteger: boolean;
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** Query strings hold text; the schema says which values are numbers and which are lists. */
function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const { type, items } = z.toJSONSchema(schema, { io: 'input' }) as {
    type?: string;
    items?: { type?: string };
  };
  const shape = { isList: type === 'array', isInteger: (items?.type ?? type) === 'integer' };
  shapes.set(schema, shape);
  return shape;
}
