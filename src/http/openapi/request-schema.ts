import { z } from 'zod';
import { toSnakeCase } from '../../domain/naming.ts';
import { takesList } from '../rest/read-body-input.ts';
import type { Body, Parameter, Row } from '../rest/row.ts';
import type { Components, JsonSchema } from './response-schema.ts';

type ParameterSource = Pick<Row, 'method' | 'path' | 'query' | 'isConditional' | 'waits'>;

/** The parameters of a row: those in its path, its query, and the headers it heeds. */
export function parametersOf(row: ParameterSource): JsonSchema[] {
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'The id, a UUID; any other value is not found.',
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(row.query ?? {}).map(([name, parameter]) =>
    queryParameter(name, parameter),
  );
  const headers = [];
  if (row.isConditional)
    headers.push(header('If-Match', 'Change only when the ETag is still this one.'));
  if (row.waits)
    headers.push(header('Prefer', 'wait=N: seconds to wait for the end, 0 to 30; 10 without it.'));
  if (row.method === 'GET')
    headers.push(header('If-None-Match', 'Answer 304 when the ETag is still this one.'));
  if (row.method === 'POST') {
    headers.push(
      header(
        'Idempotency-Key',
        'Sent again with the same body within 24 hours, the first answer is given again.',
        { minLength: 1, maxLength: 255 },
      ),
    );
  }
  return [...inPath, ...inQuery, ...headers];
}

/** The body as a named part, in REST's names. */
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

function queryParameter(name: string, { schema }: Parameter): JsonSchema {
  const { description, ...shape } = jsonSchemaOf(schema);
  return { name, in: 'query', description, schema: shape };
}

function header(name: string, description: string, limits: JsonSchema = {}): JsonSchema {
  return { name, in: 'header', description, schema: { type: 'string', ...limits } };
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input' });
  return shape;
}

/** The same for an object inside, whether or not it may be null. */
function withRestNames(value: JsonSchema): JsonSchema {
  if (Array.isArray(value.anyOf)) return { ...value, anyOf: value.anyOf.map(withRestNames) };
  return value.properties ? toRestNames(value, []) : value;
}

function toRestNames(schema: JsonSchema, readOnly: readonly string[]): JsonSchema {
  const { properties, required, ...rest } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  // No defaults: generated clients take a field that has one for a field that must be sent.
  const renamed = Object.entries(properties ?? {}).map(([name, { default: _, ...value }]) => [
    toSnakeCase(name),
    withRestNames(value),
  ]);
  const ignored = readOnly.map((name) => [
    name,
    { readOnly: true, description: 'Made by the service; passed over in what you send.' },
  ]);
  return {
    ...rest,
    properties: Object.fromEntries([...renamed, ...ignored]),
    ...(required ? { required: required.map(toSnakeCase) } : {}),
  };
}
