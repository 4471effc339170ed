import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
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
import { extensionsOf, type Links, linksBelow, once } from './cost-of-links.ts';

/** One point buys this many objects: a default page of questions. */
const objectsPerPoint = defaultPageSize;

/** The cost of introspection, charged again for each alias in it. */
const introspectionObjects = defaultPageSize;

export function pointsFor(objects: number): number {
  return Math.max(1, Math.ceil(objects / objectsPerPoint));
}

/**
 * The number of objects an operation selects: one for each object field, the page size times the
 * objects of one item for a list; scalars are free. Computed from the document before execution.
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
    aliases: new Map(),
  };
  return countIn(counter, root, operation.selectionSet);
}

interface Counter {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Memoized by fragment: nested fragments that are each spread twice would take exponential time. */
  readonly counted: Map<string, number>;
  /** The number of aliases in each fragment of an introspection query, memoized likewise. */
  readonly aliases: Map<string, number>;
}

function countIn(
  counter: Counter,
  type: GraphQLCompositeType,
  set: SelectionSetNode,
  links: Links = once,
): number {
  let objects = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) objects += countField(counter, type, selection, links);
    else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      objects += countFragment(counter, selection.name.value, links);
    } else {
      const narrowed = selection.typeCondition
        ? typeFromAST(counter.schema, selection.typeCondition)
        : type;
      if (isCompositeType(narrowed))
        objects += countIn(counter, narrowed, selection.selectionSet, links);
    }
  }
  return objects;
}

function countFragment(counter: Counter, name: string, links: Links): number {
  const key = `${name} ${links.times} ${links.items}`;
  const known = counter.counted.get(key);
  if (known !== undefined) return known;
  // Stops at a cycle, which validation rejects later.
  counter.counted.set(key, 0);
  const fragment = counter.fragments.get(name);
  const type = fragment && typeFromAST(counter.schema, fragment.typeCondition);
  const objects =
    fragment && isCompositeType(type) ? countIn(counter, type, fragment.selectionSet, links) : 0;
  counter.counted.set(key, objects);
  return objects;
}

function countField(
  counter: Counter,
  parent: GraphQLCompositeType,
  node: FieldNode,
  links: Links,
): number {
  if (node.name.value === '__schema' || node.name.value === '__type') {
    return introspectionObjects * (1 + countAliases(counter, node.selectionSet));
  }
  const fields = 'getFields' in parent ? parent.getFields() : {};
  const field = fields[node.name.value];
  const type = getNamedType(field?.type);
  const weight = weightOf(counter, node, field);
  if (!type || !isCompositeType(type) || !node.selectionSet) return weight;
  const inner = linksBelow(counter.variables, node, field, links);
  const below = weight + countIn(counter, type, node.selectionSet, inner);
  if (extensionsOf(field).isLinked) return inner.times * (1 + below);
  if (isConnection(type)) {
    const perItem = Math.max(below, selectsItems(counter, node.selectionSet) ? 1 : 0);
    return Math.max(1, pageSizeOf(counter, node) * perItem);
  }
  return isPartOfPage(type) ? below : 1 + below * listLengthOf(counter, node);
}

/** The extra cost that a field declares in its extensions, unless `include: false` turns it off. */
function weightOf(
  { variables }: Counter,
  node: FieldNode,
  field: GraphQLField<unknown, unknown> | undefined,
): number {
  const { objects = 0 } = extensionsOf(field);
  const include = node.arguments?.find(({ name }) => name.value === 'include');
  const isIncluded = !include || valueFromASTUntyped(include.value, { ...variables }) !== false;
  return isIncluded ? objects : 0;
}

function countAliases(counter: Counter, set: SelectionSetNode | undefined): number {
  let aliases = 0;
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      if (!counter.aliases.has(name)) {
        counter.aliases.set(name, 0);
        counter.aliases.set(name, countAliases(counter, counter.fragments.get(name)?.selectionSet));
      }
      aliases += counter.aliases.get(name) ?? 0;
      continue;
    }
    if (selection.kind === Kind.FIELD && selection.alias) aliases += 1;
    aliases += countAliases(counter, selection.selectionSet);
  }
  return aliases;
}

/** Whether the items of a page are selected, if only their cursors. */
function selectsItems(
  { fragments }: Pick<Counter, 'fragments'>,
  set: SelectionSetNode,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  return set.selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return ['edges', 'nodes'].includes(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return selectsItems({ fragments }, selection.selectionSet, seen);
    }
    const name = selection.name.value;
    const inner = seen.has(name) ? undefined : fragments.get(name)?.selectionSet;
    return inner !== undefined && selectsItems({ fragments }, inner, new Set([...seen, name]));
  });
}

/** A bulk mutation returns one object for each input. */
function listLengthOf({ variables }: Counter, node: FieldNode): number {
  const input = node.arguments?.find(({ name }) => name.value === 'input');
  const value = input ? valueFromASTUntyped(input.value, { ...variables }) : undefined;
  return Array.isArray(value) ? Math.max(1, value.length) : 1;
}

/** The items of a connection count; the connection itself does not. */
function isConnection(type: GraphQLCompositeType): boolean {
  return isObjectType(type) && type.name.endsWith('Connection');
}

function isPartOfPage({ name }: GraphQLCompositeType): boolean {
  return name.endsWith('Edge') || name === 'PageInfo' || name === 'Page';
}

/** An invalid size is rejected later; here it counts as the maximum. */
function pageSizeOf({ variables }: Counter, node: FieldNode): number {
  // Both may be present if one is null; two values are rejected later.
  const sizes = (node.arguments ?? [])
    .filter(({ name }) => name.value === 'first' || name.value === 'last')
    .map(({ value }) => valueFromASTUntyped(value, { ...variables }))
    .filter((size) => size !== undefined && size !== null);
  if (sizes.length === 0) return defaultPageSize;
  const isValid = (size: unknown) => typeof size === 'number' && size >= 1 && size <= maxPageSize;
  return Math.max(...sizes.map((size) => (isValid(size) ? Number(size) : maxPageSize)));
}
