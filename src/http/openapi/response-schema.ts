import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

export type JsonSchema = Record<string, unknown>;

/** Named schemas of the document; a fragment of a stored operation becomes one under its own name. */
export type Components = Map<string, JsonSchema>;

const scalars: Record<string, JsonSchema> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
};

/** The JSON Schema of a stored operation's response, derived from the GraphQL schema. */
export function responseSchemaOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  components: Components,
  omitsNulls = false,
): JsonSchema {
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error('Stored document without an operation');
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`The schema has no ${operation.operation} type`);
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  const reader = { schema, fragments, components, omitsNulls };
  const body = operation.selectionSet.selections.find(
    (selection): selection is FieldNode =>
      selection.kind === Kind.FIELD && selection.alias?.value === 'body',
  );
  if (!body) return withoutRootDescriptions(objectSchema(reader, root, operation.selectionSet));
  const field = root.getFields()[body.name.value];
  if (!field) throw new Error(`Unknown root field ${body.name.value}`);
  // A nullable root field is null only beside an error, and then there is no body.
  const type = isNonNullType(field.type) ? field.type.ofType : field.type;
  return typeSchema(reader, type, body.selectionSet);
}

/**
 * A root field's description is about the operation, not about its result; and it is null only beside
 * an error, when there is no body.
 */
function withoutRootDescriptions(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties as Record<string, JsonSchema>).map(
    ([name, { description: _, ...shape }]) => [name, shape],
  );
  const required = properties.map(([name]) => name);
  return { ...schema, properties: Object.fromEntries(properties), required };
}

interface Reader {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly components: Components;
  /** Null fields are omitted from the response. */
  readonly omitsNulls: boolean;
}

function objectSchema(
  reader: Reader,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
): JsonSchema {
  const [first] = selections;
  if (selections.length === 1 && first?.kind === Kind.FRAGMENT_SPREAD) {
    return componentOf(reader, type, first.name.value);
  }
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const selection of selections) {
    if (selection.kind !== Kind.FIELD)
      throw new Error('A stored operation may not mix fields and fragments');
    const field = type.getFields()[selection.name.value];
    if (!field) throw new Error(`${type.name} has no field ${selection.name.value}`);
    const name = selection.alias?.value ?? selection.name.value;
    const { jsonSchema = {} } = field.extensions as { jsonSchema?: JsonSchema };
    const isRequired = isNonNullType(field.type);
    const isConditional = (selection.directives?.length ?? 0) > 0;
    const plain = typeSchema(reader, field.type, selection.selectionSet);
    const schema = isRequired || isConditional || reader.omitsNulls ? plain : orNull(plain);
    properties[name] = {
      ...schema,
      ...jsonSchema,
      ...(field.description && { description: field.description }),
    };
    if (!isConditional && (isRequired || !reader.omitsNulls)) required.push(name);
  }
  return { type: 'object', properties, required };
}

function componentOf(reader: Reader, type: GraphQLObjectType, name: string): JsonSchema {
  const fragment = reader.fragments.get(name);
  if (!fragment) throw new Error(`Unknown fragment ${name}`);
  if (!reader.components.has(name)) {
    const schema = objectSchema(reader, type, fragment.selectionSet);
    reader.components.set(name, { ...schema, description: type.description ?? '' });
  }
  return { $ref: `#/components/schemas/${name}` };
}

function typeSchema(
  reader: Reader,
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode | undefined,
): JsonSchema {
  if (isNonNullType(type)) return typeSchema(reader, type.ofType, selectionSet);
  if (isListType(type)) {
    return { type: 'array', items: typeSchema(reader, type.ofType, selectionSet) };
  }
  if (isScalarType(type)) return { ...scalars[type.name] };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (isObjectType(type) && selectionSet) return objectSchema(reader, type, selectionSet);
  throw new Error(`Unsupported type in a stored operation: ${type.name}`);
}

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}
