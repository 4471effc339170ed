import * as z from 'zod';
import type { Fault } from '../../domain/errors.ts';
import { defineRules, examine, type Rules } from '../../domain/rules.ts';
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
  const { rules, ...shape } = readerOf(schema);
  if (!shape.isList && given.length > 1) {
    return { faults: [{ code: 'repeated', detail: 'May be given only once.' }] };
  }
  const words = shape.isList ? given.flatMap((text) => text.split(',')) : given;
  const typed = words.map((word) => (shape.isInteger ? toInteger(word) : word));
  return examine(rules, shape.isList ? typed : typed[0]);
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

interface Reader {
  readonly rules: Rules<unknown>;
  readonly isList: boolean;
  readonly isInteger: boolean;
}

const readers = new WeakMap<z.ZodType, Reader>();

/** Query strings hold text; the schema says which values are numbers and which are lists. */
function readerOf(schema: z.ZodType): Reader {
  const known = readers.get(schema);
  if (known) return known;
  const { type, items } = z.toJSONSchema(schema, { io: 'input' }) as {
    type?: string;
    items?: { type?: string };
  };
  const reader = {
    rules: defineRules(schema),
    isList: type === 'array',
    isInteger: (items?.type ?? type) === 'integer',
  };
  readers.set(schema, reader);
  return reader;
}
