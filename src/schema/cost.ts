import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isCompositeType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { defaultPageSize, maxPageSize } from '../domain/page.ts';

/** As many objects cost one point: a default page of questions. */
const objectsPerPoint = defaultPageSize;

/** What the schema itself counts for, however it is asked for: a page. */
const introspectionObjects = defaultPageSize;

/** Points for an operation that asks for so many objects. */
export function pointsFor(objects: number): number {
  return Math.max(1, Math.ceil(objects / objectsPerPoint));
}

/**
 * How many objects an operation asks for: one for each object field, a page's size times what each of
 * its items asks for; scalars are free. Read off the document before anything runs.
 */
export function countObjects(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): number {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return 0;
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  const defaults = Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
  const counter = {
    schema,
    fragments,
    variables: { ...defaults, ...variables },
    counted: new Map(),
  };
  return countIn(counter, root, operation.selectionSet);
}

interface Counter {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Each fragment is counted once: fragments that spread each other twice over would double at every step. */
  readonly counted: Map<string, number>;
}

function countIn(counter: Counter, type: GraphQLCompositeType, set: SelectionSetNode): number {
  let objects = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) objects += countField(counter, type, selection);
    else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      objects += countFragment(counter, selection.name.value);
    } else {
      const narrowed = selection.typeCondition
        ? typeFromAST(counter.schema, selection.typeCondition)
        : type;
      if (isCompositeType(narrowed)) objects += countIn(counter, narrowed, selection.selectionSet);
    }
  }
  return objects;
}

function countFragment(counter: Counter, name: string): number {
  const known = counter.counted.get(name);
  if (known !== undefined) return known;
  // A circle, which validation refuses, ends here.
  counter.counted.set(name, 0);
  const fragment = counter.fragments.get(name);
  const type = fragment && typeFromAST(counter.schema, fragment.typeCondition);
  const objects =
    fragment && isCompositeType(type) ? countIn(counter, type, fragment.selectionSet) : 0;
  counter.counted.set(name, objects);
  return objects;
}

function countField(counter: Counter, parent: GraphQLCompositeType, node: FieldNode): number {
  if (node.name.value === '__schema' || node.name.value === '__type') return introspectionObjects;
  const fields = 'getFields' in parent ? parent.getFields() : {};
  const type = getNamedType(fields[node.name.value]?.type);
  if (!type || !isCompositeType(type) || !node.selectionSet) return 0;
  const below = countIn(counter, type, node.selectionSet);
  if (isConnection(type)) return Math.max(1, pageSizeOf(counter, node) * below);
  return isPartOfPage(type) ? below : 1 + below;
}

/** Its items count; the page around them does not. */
function isConnection(type: GraphQLCompositeType): boolean {
  return isObjectType(type) && type.name.endsWith('Connection');
}

function isPartOfPage({ name }: GraphQLCompositeType): boolean {
  return name.endsWith('Edge') || name === 'PageInfo' || name === 'Page';
}

/** A size that breaks the rules is refused later; here it counts as the largest there is. */
function pageSizeOf({ variables }: Counter, node: FieldNode): number {
  const argument = node.arguments?.find(
    ({ name }) => name.value === 'first' || name.value === 'last',
  );
  const size = argument ? valueFromASTUntyped(argument.value, { ...variables }) : undefined;
  if (size === undefined || size === null) return defaultPageSize;
  return typeof size === 'number' && size >= 1 && size <= maxPageSize ? size : maxPageSize;
}
