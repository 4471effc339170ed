import * as z from 'zod';
import { resultHints } from '../../analyses/result-schema.ts';
import { maxItems } from '../../domain/page.ts';
import {
  type FieldType,
  implementType,
  type ObjectType,
  type ResultField,
} from './result-fields.ts';

/** The part of JSON Schema that is read here, with the hints of results. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly hint?: ReturnType<typeof resultHints.get>;
}

/** Results that use the same name share the type. */
interface NamedType {
  readonly ref: ObjectType;
  readonly description: string;
  readonly hasQuestions: boolean;
  readonly shape: string;
}

const namedTypes = new Map<string, NamedType>();

/**
 * GraphQL types for a zod schema: one for each object, with field names in camelCase. What GraphQL
 * cannot express (tuples, maps, unions of scalars) is JSON.
 */
export function objectTypeOf(name: string, schema: z.ZodType, description: string): ObjectType {
  const json = z.toJSONSchema(schema, {
    override: ({ zodSchema, jsonSchema }) => {
      const hint = resultHints.get(zodSchema);
      if (hint) Object.assign(jsonSchema, { hint });
    },
  });
  return defineType(name, json as Schema, description).ref;
}

function defineType(name: string, schema: Schema, description: string): NamedType {
  const shape = JSON.stringify(schema.properties);
  const known = namedTypes.get(name);
  if (known && known.shape !== shape) throw new Error(`Two result types are named ${name}.`);
  if (known) return known;
  const fields = readFields(name, schema);
  const hasQuestions = fields.some(
    ({ questionField, list }) => questionField ?? list?.hasQuestions,
  );
  const ref = implementType(name, description, fields);
  const defined = { ref, description, hasQuestions, shape };
  namedTypes.set(name, defined);
  return defined;
}

function readFields(parent: string, { properties = {}, required = [] }: Schema): ResultField[] {
  return Object.entries(properties).map(([key, property]) => {
    const { schema, isNullable } = withoutNull(property);
    const isList = schema.type === 'array';
    const inner = isList ? withoutNull(schema.items ?? {}) : { schema, isNullable: false };
    const questionField = schema.hint?.questionField;
    const object = inner.schema.properties ? defineNested(parent, key, inner.schema) : undefined;
    return {
      key,
      type: object?.ref ?? (questionField ? 'ID' : scalarOf(inner.schema)),
      list: isList
        ? {
            hasNullItems: inner.isNullable,
            hasQuestions: object?.hasQuestions ?? false,
            maxItems: schema.maxItems ?? maxItems,
          }
        : null,
      isNullable: isNullable || !required.includes(key),
      description: property.description ?? schema.description ?? object?.description ?? '',
      questionField,
    };
  });
}

/** Objects without a name of their own are the two that every result has. */
function defineNested(parent: string, key: string, schema: Schema): NamedType {
  const { name, description } = schema.hint?.type ?? {};
  if (name && description) return defineType(name, schema, description);
  const prefix = parent.replace(/Result$/, '');
  if (key === 'summary')
    return defineType(`${prefix}Summary`, schema, 'Figures of the whole result.');
  if (key === 'items') return defineType(`${prefix}Item`, schema, 'Result for one question.');
  throw new Error(`Name the GraphQL type of ${parent}.${key}: use resultObject().`);
}

function scalarOf({ type }: Schema): FieldType {
  switch (type) {
    case 'string':
      return 'String';
    case 'integer':
      return 'Int';
    case 'number':
      return 'Float';
    case 'boolean':
      return 'Boolean';
    default:
      return 'JSON';
  }
}

function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  if (!acceptsNull(schema)) return { schema, isNullable: false };
  const { type, anyOf = [], description } = schema;
  const types = typeof type === 'object' ? type.filter((each) => each !== 'null') : [];
  const others = [...anyOf.filter((each) => each.type !== 'null'), ...types.map(asType)];
  const [only] = others;
  const rest = others.length === 1 && only ? only : {};
  return { schema: description ? { ...rest, description } : rest, isNullable: true };

  function asType(name: string): Schema {
    return { ...schema, type: name };
  }
}

function acceptsNull({ type, anyOf = [] }: Schema): boolean {
  return (
    type === 'null' ||
    (typeof type === 'object' && type.includes('null')) ||
    anyOf.some(acceptsNull)
  );
}
