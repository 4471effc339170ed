import * as z from 'zod';
import type { ServiceError } from '../../domain/errors.ts';
import { defineRules, examine, runWithPauses } from '../../domain/rules.ts';
import { createPause } from '../let-others-run.ts';
import { jsonSchemaOf, withRestNames } from '../openapi/request-schema.ts';
import type { JsonSchema } from '../openapi/response-schema.ts';
import { type ProblemItem, validationProblem } from '../problem.ts';
import { toJsonPointer } from '../public-error.ts';
import { readBodyInput } from '../rest/read-body-input.ts';
import { setAt } from '../rest/read-input.ts';
import type { Parameter, Row } from '../rest/row.ts';
import type { Tool } from './tool.ts';

/** The input of a tool: as a JSON Schema, and as the variables of its operation. */
export interface ToolArguments {
  readonly schema: JsonSchema;
  /** Throws an ArgumentsError that lists all faults. */
  read(given: Readonly<Record<string, unknown>>): Promise<ToolInput>;
}

export interface ToolInput {
  readonly variables: Record<string, unknown>;
  /** The parsed body, for the operation's resolver. */
  readonly body: unknown;
  /** The arguments by their names, parsed. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Invalid arguments, with their faults in the names of the arguments. */
export class ArgumentsError extends Error {
  readonly error: ServiceError;
  readonly items: readonly ProblemItem[];

  constructor(items: readonly ProblemItem[]) {
    const { error, faults } = validationProblem('BAD_USER_INPUT', items);
    super(error.message);
    this.error = error;
    this.items = faults;
  }
}

const maxWaitSeconds = 30;

const ifVersion = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .meta({ description: 'The version that you have read; another one is refused.' });

const dryRun = z.boolean().meta({ description: 'Show what would happen; store nothing.' });

const idempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, 'Must have 1 to 255 printable ASCII characters')
  .meta({
    description: 'A call that is repeated with the same key within 24 hours changes nothing more.',
  });

export function compileArguments(tool: Tool): ToolArguments {
  const { row, bodyAs } = tool;
  const parameters = parametersOf(tool);
  const shape: Record<string, z.ZodType> = {};
  for (const name of pathNames(row)) {
    shape[name] = z.string().max(100).meta({ description: 'The id, a UUID.' });
  }
  for (const [name, { schema, isRequired }] of Object.entries(parameters)) {
    shape[name] = isRequired ? schema : schema.optional();
  }
  // Required, since what a change can be undone to is the version it was made to.
  if (row.isConditional) shape.if_version = ifVersion;
  if (tool.takesDryRun) shape.dry_run = dryRun.optional();
  if (isChange(row)) shape.idempotency_key = idempotencyKey.optional();
  if (row.waits) {
    shape.wait = z
      .int()
      .min(0)
      .max(maxWaitSeconds)
      .optional()
      .meta({
        description: `Seconds to wait for ${row.waits.for}; default ${row.waits.defaultSeconds}.`,
      });
  }
  // A body that is an argument has rules of its own, which are applied after its fields are renamed.
  if (row.body && bodyAs) shape[bodyAs] = z.unknown().optional();
  const rules = defineRules(z.strictObject(shape));

  async function read(given: Readonly<Record<string, unknown>>): Promise<ToolInput> {
    const [own, rest] = split(given, shape, Boolean(row.body) && !bodyAs);
    const examined = examine(rules, soften(own, parameters));
    const faults: ProblemItem[] = examined.faults.map(({ path, code, detail }) => ({
      pointer: toJsonPointer(path),
      code,
      detail,
    }));
    const variables: Record<string, unknown> = {};
    let body: unknown;
    if (row.body && bodyAs && given[bodyAs] === undefined) {
      const detail = 'This field is required.';
      faults.push({ pointer: toJsonPointer([bodyAs]), code: 'required', detail });
    } else if (row.body) {
      const steps = readBodyInput(row.body, bodyAs ? given[bodyAs] : rest);
      const input = await runWithPauses(steps, createPause());
      body = input.value;
      const prefix = bodyAs ? toJsonPointer([bodyAs]) : '';
      for (const fault of input.faults) {
        faults.push({ ...fault, pointer: prefix + (fault.pointer ?? '') });
      }
      if (row.body.variable) variables[row.body.variable] = body;
      else Object.assign(variables, body);
    }
    if (!('value' in examined) || faults.length > 0) throw new ArgumentsError(faults);
    const values = examined.value as Record<string, unknown>;
    for (const name of pathNames(row)) variables[name] = values[name];
    for (const [name, parameter] of Object.entries(parameters)) {
      if (values[name] === undefined) continue;
      const { variable, read: convert, also } = parameter;
      setAt(variables, variable, convert ? convert(values[name]) : values[name]);
      if (also) Object.assign(variables, also(values[name]));
    }
    if (row.isConditional) variables.ifVersion = [values.if_version];
    if (row.waits) variables.wait = values.wait ?? row.waits.defaultSeconds;
    return { variables, body, values };
  }

  return { schema: schemaOf(tool, shape), read };
}

function schemaOf({ row, bodyAs }: Tool, shape: Record<string, z.ZodType>): JsonSchema {
  const own = Object.entries(shape).filter(([name]) => name !== bodyAs);
  const properties: Record<string, JsonSchema> = Object.fromEntries(
    own.map(([name, schema]) => [name, jsonSchemaOf(schema)]),
  );
  const required = own.flatMap(([name, schema]) =>
    schema.safeParse(undefined).success ? [] : name,
  );
  if (row.body) {
    const body = withRestNames(jsonSchemaOf(row.body.rules.schema));
    if (bodyAs) {
      properties[bodyAs] = body;
      required.push(bodyAs);
    } else {
      Object.assign(properties, body.properties);
      required.push(...((body.required as string[] | undefined) ?? []));
    }
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Whether the operation of a row changes something. */
export function isChange({ document }: Row): boolean {
  return document.trimStart().startsWith('mutation');
}

function parametersOf({ row, parameters }: Tool): Record<string, Parameter> {
  const chosen = Object.entries(row.query ?? {}).filter(([name]) =>
    parameters ? parameters.includes(name) : name !== 'fields',
  );
  return Object.fromEntries(chosen);
}

function pathNames({ path }: Row): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/** The arguments of the tool itself, and those that are fields of the body. */
function split(
  given: Readonly<Record<string, unknown>>,
  shape: Record<string, z.ZodType>,
  hasFlatBody: boolean,
): [own: Record<string, unknown>, rest: Record<string, unknown>] {
  if (!hasFlatBody) return [{ ...given }, {}];
  const entries = Object.entries(given);
  const own = entries.filter(([name]) => Object.hasOwn(shape, name));
  const rest = entries.filter(([name]) => !Object.hasOwn(shape, name));
  return [Object.fromEntries(own), Object.fromEntries(rest)];
}

/** One value where a list is expected, and names for values (`easy`), as query strings have them. */
function soften(
  given: Record<string, unknown>,
  parameters: Record<string, Parameter>,
): Record<string, unknown> {
  const soft = { ...given };
  for (const [name, { schema, names }] of Object.entries(parameters)) {
    const value = soft[name];
    if (value === undefined || value === null) {
      delete soft[name];
      continue;
    }
    const items = Array.isArray(value) || !(schema instanceof z.ZodArray) ? value : [value];
    soft[name] =
      names && Array.isArray(items) ? items.map((item) => namedValue(names, item)) : items;
  }
  return soft;
}

function namedValue(names: Readonly<Record<string, unknown>>, item: unknown): unknown {
  const word = typeof item === 'string' ? item.toLowerCase() : '';
  return Object.hasOwn(names, word) ? names[word] : item;
}
