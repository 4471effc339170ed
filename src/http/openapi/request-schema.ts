import * as z from 'zod';
import { toSnakeCase } from '../../domain/naming.ts';
import { takesList } from '../rest/read-body-input.ts';
import type { Body, Parameter, Row } from '../rest/row.ts';
import type { Components, JsonSchema } from './response-schema.ts';

type ParameterSource = Pick<Row, 'method' | 'path' | 'query' | 'isConditional' | 'waits'>;

/** The path, query and header parameters of a row. */
export function parametersOf(row: ParameterSource): JsonSchema[] {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'The id, a UUID; any other value is a 404.',
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(row.query ?? {}).map(([name, parameter]) =>
    queryParameter(name, parameter),
  );
  const headers = [];
  if (row.isConditional)
    headers.push(header('If-Match', 'Apply the change only if this is the current ETag.'));
  if (row.waits)
    headers.push(
      header(
        'Prefer',
        `wait=N: seconds to wait for ${row.waits.for}, 0 to 30; default ${row.waits.defaultSeconds}.`,
      ),
    );
  if (row.method === 'GET')
    headers.push(header('If-None-Match', 'Respond 304 if this is the current ETag.'));
  if (row.method !== 'GET') {
    headers.push(
      header(
        'Idempotency-Key',
        'A repeated request with the same key and body within 24 hours gets the first response; with another body, 422.',
        { minLength: 1, maxLength: 255 },
      ),
    );
  }
  return [...inPath, ...inQuery, ...headers];
}

/** The body as a named schema, in REST names. */
export function bodySchemaOf(body: Body, components: Components): JsonSchema {
  const list = takesList(body);
  if (!components.has(body.name)) {
    const schema = body.rules.schema;
    const object = list && schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema;
    const { properties, ...rest } = toRestNames(jsonSchemaOf(object), body.readOnly ?? []);
    const shown = Object.entries(properties as Record<string, JsonSchema>).map(([name, shape]) => [
      name,
      { ...shape, ...alternativesOf(body.alternatives?.[name]) },
    ]);
    components.set(body.name, { ...rest, properties: Object.fromEntries(shown) });
  }
  const reference = { $ref: `#/components/schemas/${body.name}` };
  if (!list) return reference;
  return { ...jsonSchemaOf(body.rules.schema), items: reference };
}

function alternativesOf(names: readonly string[] | undefined): JsonSchema {
  if (!names) return {};
  const references = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return { anyOf: [...references, { type: 'null' }] };
}

function queryParameter(name: string, { schema, names, isRequired }: Parameter): JsonSchema {
  const { description, ...shape } = jsonSchemaOf(schema);
  const notes = [
    description,
    ...(names ? [`Also by name: ${Object.keys(names).join(', ')}.`] : []),
    ...(shape.type === 'array' ? [`Comma-separated, repeated, or as \`${name}[]=\`.`] : []),
    ...('default' in shape ? [`Default ${shape.default}.`] : []),
  ];
  return {
    name,
    in: 'query',
    ...(isRequired && { required: true }),
    description: notes.join(' '),
    schema: shape,
  };
}

/** The parameters of a query string as the fields of an object. */
export function criteriaSchemaOf(query: Readonly<Record<string, Parameter>>): JsonSchema {
  const properties = Object.entries(query).map(([name, { schema }]) => [
    name,
    jsonSchemaOf(schema),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

function header(name: string, description: string, limits: JsonSchema = {}): JsonSchema {
  return { name, in: 'header', description, schema: { type: 'string', ...limits } };
}

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', override: allowOne });
  return shape;
}

/** A list whose only value may be given without brackets. */
function allowOne({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  if (!('allowsOne' in jsonSchema)) return;
  const { allowsOne: _, description, ...list } = jsonSchema;
  for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
  Object.assign(jsonSchema, { description, anyOf: [list.items, list] });
}

/** Renames the fields of a nested object, nullable or not. */
export function withRestNames(value: JsonSchema): JsonSchema {
  if (Array.isArray(value.anyOf)) return { ...value, anyOf: value.anyOf.map(withRestNames) };
  const { items } = value as { items?: JsonSchema };
  if (items?.properties) return { ...value, items: toRestNames(items, []) };
  return value.properties ? toRestNames(value, []) : value;
}

function toRestNames(schema: JsonSchema, readOnly: readonly string[]): JsonSchema {
  const { properties, required, ...rest } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  // No defaults: generated clients treat a field with a default as required.
  const renamed = Object.entries(properties ?? {}).map(([name, { default: _, ...value }]) => [
    toSnakeCase(name),
    withRestNames(value),
  ]);
  const ignored = readOnly.map((name) => [
    name,
    { readOnly: true, description: 'Set by the service; ignored in requests.' },
  ]);
  return {
    ...rest,
    properties: Object.fromEntries([...renamed, ...ignored]),
    ...(required ? { required: required.map(toSnakeCase) } : {}),
  };
}
