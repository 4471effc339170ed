import { z } from 'zod';
import { toCamelCase } from '../../domain/naming.ts';
import { builder } from '../builder.ts';

/** What is read of a JSON Schema here. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Shape = Record<string, unknown>;
type ObjectType = ReturnType<ReturnType<typeof builder.objectRef<Shape>>['implement']>;
type FieldType = ObjectType | 'String' | 'Int' | 'Float' | 'Boolean' | 'JSON';

/** Parts that are the same in every result, and are one type. */
const sharedNames: Record<string, string> = {
  warnings: 'AnalysisWarning',
  new: 'AnalysisFlag',
  gone: 'AnalysisFlag',
};
const shared = new Map<string, ObjectType>();

/**
 * GraphQL types for what a schema of ours describes: an object for each object, with its names in
 * camelCase; what GraphQL cannot say (tuples, maps, either-or) is JSON.
 */
export function objectTypeOf(name: string, schema: z.ZodType, description: string): ObjectType {
  return makeObject(name, z.toJSONSchema(schema) as Schema, description);
}

function makeObject(name: string, { properties = {}, required = [] }: Schema, description: string) {
  const fields = Object.entries(properties).map(([key, property]) => {
    const { schema, isNullable } = withoutNull(property);
    const isList = schema.type === 'array';
    const inner = isList ? withoutNull(schema.items ?? {}) : { schema, isNullable: false };
    return {
      key,
      isList,
      type: typeOf(name, key, inner.schema, isList),
      hasNullItems: inner.isNullable,
      nullable: isNullable || !required.includes(key),
      description: property.description ?? schema.description ?? describe(key),
    };
  });
  return builder.objectRef<Shape>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        fields.map(({ key, type, isList, hasNullItems, nullable, description: about }) => {
          const resolve = (source: Shape) => (source[key] ?? null) as never;
          const common = { description: about, resolve };
          const field = isList
            ? t.field({
                ...common,
                type: [type] as ['String'],
                nullable: { list: nullable, items: hasNullItems } as { list: false; items: false },
              })
            : t.field({ ...common, type: type as 'String', nullable: nullable as false });
          return [toCamelCase(key), field];
        }),
      ),
  });
}

function typeOf(parent: string, key: string, schema: Schema, isListed: boolean): FieldType {
  switch (schema.type) {
    case 'string':
      return 'String';
    case 'integer':
      return 'Int';
    case 'number':
      return 'Float';
    case 'boolean':
      return 'Boolean';
    case 'object':
      return schema.properties ? partOf(parent, key, schema, isListed) : 'JSON';
    default:
      return 'JSON';
  }
}

function partOf(parent: string, key: string, schema: Schema, isListed: boolean): ObjectType {
  const sharedName = sharedNames[key];
  const known = sharedName && shared.get(sharedName);
  if (known) return known;
  const name = sharedName ?? parent + capitalise(isListed ? singular(key) : key);
  const made = makeObject(name, schema, schema.description ?? describe(key));
  if (sharedName) shared.set(sharedName, made);
  return made;
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

function capitalise(key: string): string {
  const camel = toCamelCase(key);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

function singular(key: string): string {
  return key.replace(/s$/, '');
}

function describe(key: string): string {
  const words = key.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
