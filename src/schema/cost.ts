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

/** As many objects cost one point: a default page of questions. */
const objectsPerPoint = defaultPageSize;

/** What the schema itself counts for, and again for each alias with which a part of it is asked for twice. */
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
    aliases: new Map(),
  };
  return countIn(counter, root, operation.selectionSet);
}

interface Counter {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Each fragment is counted once: fragments that spread each other twice over would double at every step. */
  readonly counted: Map<string, number>;
  /** The aliases in each fragment of a question about the schema, likewise. */
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
  // A circle, which validation refuses, ends here.
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
    const perItem = Math.max(below, showsItems(counter, node.selectionSet) ? 1 : 0);
    return Math.max(1, pageSizeOf(counter, node) * perItem);
  }
  return isPartOfPage(type) ? below : 1 + below * listLengthOf(counter, node);
}

/** What a field says of itself when it shows more than meets the eye, unless it is told to show nothing. */
function weightOf(
  { variables }: Counter,
  node: FieldNode,
  field: GraphQLField<unknown, unknown> | undefined,
): number {
  const { objects = 0 } = extensionsOf(field);
  const include = node.arguments?.find(({ name }) => name.value === 'include');
  const isShown = !include || valueFromASTUntyped(include.value, { ...variables }) !== false;
  return isShown ? objects : 0;
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

/** Whether a page's items are asked for, if only for their cursors. */
function showsItems(
  { fragments }: Pick<Counter, 'fragments'>,
  set: SelectionSetNode,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  return set.selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return ['edges', 'nodes'].includes(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return showsItems({ fragments }, selection.selectionSet, seen);
    }
    const name = selection.name.value;
    const inner = seen.has(name) ? undefined : fragments.get(name)?.selectionSet;
    return inner !== undefined && showsItems({ fragments }, inner, new Set([...seen, name]));
  });
}

/** A change of many returns as many: what is asked of each is asked so many times. */
function listLengthOf({ variables }: Counter, node: FieldNode): number {
  const input = node.arguments?.find(({ name }) => name.value === 'input');
  const value = input ? valueFromASTUntyped(input.value, { ...variables }) : undefined;
  return Array.isArray(value) ? Math.max(1, value.length) : 1;
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
  // Both may stand there when one is null; when neither is, that is refused later.
  const sizes = (node.arguments ?? [])
    .filter(({ name }) => name.value === 'first' || name.value === 'last')
    .map(({ value }) => valueFromASTUntyped(value, { ...variables }))
    .filter((size) => size !== undefined && size !== null);
  if (sizes.length === 0) return defaultPageSize;
  const isSound = (size: unknown) => typeof size === 'number' && size >= 1 && size <= maxPageSize;
  return Math.max(...sizes.map((size) => (isSound(size) ? Number(size) : maxPageSize)));
}
