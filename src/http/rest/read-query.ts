import * as z from 'zod';
import type { Fault } from '../../domain/errors.ts';
import { didYouMean } from '../../domain/nearest-name.ts';
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
  for (const [name, given] of groupByName(parameters, search)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) {
      faults.push(unknownParameter(name, Object.keys(parameters)));
      continue;
    }
    const read = readParameter(parameter, given);
    if ('value' in read) {
      // An empty search is none.
      if (read.value !== undefined) values.set(name, read.value);
    } else
      faults.push(...read.faults.map(({ code, detail }) => ({ parameter: name, code, detail })));
  }
  for (const name in parameters) {
    if (parameters[name]?.isRequired && !search.has(name)) {
      faults.push({ parameter: name, code: 'required', detail: 'This parameter is required.' });
    }
  }
  return { values, faults };
}

interface Given {
  readonly texts: string[];
  /** From `name[]=`, of which each is one value. */
  readonly items: string[];
}

/** Some clients send `category[]=a&category[]=b` for a list. */
function groupByName(parameters: Parameters, search: URLSearchParams): Map<string, Given> {
  const groups = new Map<string, Given>();
  for (const [key, text] of search) {
    const base = key.endsWith('[]') ? key.slice(0, -2) : key;
    const isItem = base !== key && Object.hasOwn(parameters, base) && takesList(parameters[base]);
    const name = isItem ? base : key;
    const given = groups.get(name) ?? { texts: [], items: [] };
    (isItem ? given.items : given.texts).push(text);
    groups.set(name, given);
  }
  return groups;
}

function takesList(parameter: Parameter | undefined): boolean {
  return parameter !== undefined && shapeOf(parameter).isList;
}

/** The kind of value that a parameter takes. */
export function shapeOf({ schema }: Parameter): Pick<Reader, 'isList' | 'isInteger'> {
  return readerOf(schema);
}

function readParameter(
  { schema, names }: Parameter,
  { texts, items }: Given,
): { value: unknown } | { faults: Pick<Fault, 'code' | 'detail'>[] } {
  const { rules, isList, isInteger } = readerOf(schema);
  if (!isList && texts.length > 1) {
    return { faults: [{ code: 'repeated', detail: 'May be given only once.' }] };
  }
  const typed = (word: string) => {
    if (names && Object.hasOwn(names, word.toLowerCase())) return names[word.toLowerCase()];
    return isInteger ? toInteger(word) : word;
  };
  if (!isList) return examine(rules, typed(texts[0] ?? ''));
  // Most lists are given once: `flatMap` takes longer than to validate one of their values.
  const [text = ''] = texts;
  const words = texts.length === 1 ? text.split(',') : texts.flatMap((each) => each.split(','));
  return examine(rules, [...words, ...items].map(typed));
}

function unknownParameter(name: string, known: string[]): ProblemItem {
  const help =
    known.length > 0 ? `Allowed: ${known.join(', ')}.` : 'This path takes no parameters.';
  const meant = didYouMean(name, known);
  return {
    parameter: name,
    code: 'unknown_parameter',
    detail: `Unknown parameter.${meant} ${help}`,
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
