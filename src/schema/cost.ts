import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isListType,
  Kind,
  type SelectionSetNode,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { defaultPageSize, maxPageSize } from '../domain/page.ts';
import { countIntrospection } from './cost-of-introspection.ts';
import { extensionsOf, type Links, linksBelow, once } from './cost-of-links.ts';

/** One point buys this many objects: a default page of questions. */
const objectsPerPoint = defaultPageSize;

export function pointsFor(objects: number): number {
  return Math.max(1, Math.ceil(objects / objectsPerPoint));
}

export interface OperationCost {
  /**
   * The objects an operation selects: one for each object field, the page size times the objects of
   * one item for a list; scalars are free.
   */
  readonly objects: number;
  readonly points: number;
}

/** The cost of an operation, computed from the document before it runs. */
export function costOf(...operation: Parameters<typeof createCounter>): OperationCost {
  const counter = createCounter(...operation);
  if (!counter) return { objects: 0, points: 1 };
  const objects = countIn(counter, counter.root, counter.selectionSet);
  if (!counter.hasExtra) return { objects, points: pointsFor(objects) };
  const withExtra = { ...counter, countsExtra: true, counted: new Map() };
  const work = countIn(withExtra, counter.root, counter.selectionSet);
  return { objects, points: pointsFor(work) };
}

function createCounter(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): (Counter & { root: GraphQLObjectType; selectionSet: SelectionSetNode }) | undefined {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return undefined;
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
  return {
    schema,
    fragments,
    variables: { ...defaults, ...variables },
    counted: new Map(),
    aliases: new Map(),
    countsExtra: false,
    hasExtra: false,
    root,
    selectionSet: operation.selectionSet,
  };
}

interface Counter {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Memoized by fragment: nested fragments that are each spread twice would take exponential time. */
  readonly counted: Map<string, number>;
  /** The number of aliases in each fragment of an introspection query, memoized likewise. */
  readonly aliases: Map<string, number>;
  /** Whether work is counted that selects no objects: a search, or the items of a bulk write. */
  readonly countsExtra: boolean;
  /** Whether a field was met that causes such work. */
  hasExtra: boolean;
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
    return countIntrospection(counter, node.selectionSet);
  }
  const fields = 'getFields' in parent ? parent.getFields() : {};
  const field = fields[node.name.value];
  const objects = countSelected(counter, field, node, links);
  const { extra } = extensionsOf(field);
  if (!extra) return objects;
  counter.hasExtra = true;
  if (!counter.countsExtra) return objects;
  return objects + extra((name) => argumentOf(counter, node, name), objects);
}

function countSelected(
  counter: Counter,
  field: GraphQLField<unknown, unknown> | undefined,
  node: FieldNode,
  links: Links,
): number {
  const type = getNamedType(field?.type);
  const weight = weightOf(counter, node, field);
  const { isLinked, isPart, writes } = extensionsOf(field);
  const inner = linksBelow(counter.variables, node, field, links);
  const isObject = field && type && isCompositeType(type) && node.selectionSet;
  const below = weight + (isObject ? countIn(counter, type, node.selectionSet, inner) : 0);
  if (writes) return countWritten(counter, argumentOf(counter, node, writes), below);
  if (!isObject) return weight;
  if (isLinked) return inner.times * (1 + below);
  if (takesPageSize(field)) {
    const perItem = Math.max(below, selectsItems(counter, node.selectionSet) ? 1 : 0);
    return Math.max(1, pageSizeOf(counter, node) * perItem);
  }
  return isPart ? below : listLengthOf(field) * (1 + below);
}

/** A bulk write is work for each of its items, and selects what is asked of each. */
function countWritten(counter: Counter, items: unknown, below: number): number {
  counter.hasExtra = true;
  const count = Array.isArray(items) ? Math.max(1, items.length) : 1;
  return counter.countsExtra ? count * (1 + below) : 1 + count * below;
}

function argumentOf({ variables }: Counter, node: FieldNode, name: string): unknown {
  const argument = node.arguments?.find((each) => each.name.value === name);
  return argument && valueFromASTUntyped(argument.value, { ...variables });
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

/**
 * Lists are long until their field says otherwise, so that one which was forgotten costs too much
 * rather than nothing.
 */
function listLengthOf(field: GraphQLField<unknown, unknown>): number {
  if (!isListType(getNullableType(field.type))) return 1;
  const { length = maxPageSize, maxLength, isItemPage } = extensionsOf(field);
  // Counted where an item links to a question; see `Links`.
  return maxLength !== undefined || isItemPage ? 1 : length;
}

function takesPageSize({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ name }) => name === 'first' || name === 'last');
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
