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
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { defaultPageSize } from '../domain/page.ts';
import { readArgument, type Values } from './cost-arguments.ts';
import { countIntrospection } from './cost-of-introspection.ts';
import { extensionsOf, type Links, linksBelow, once } from './cost-of-links.ts';
import { compilePageSize, listLengthOf, selectsItems, takesPageSize } from './cost-of-pages.ts';

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

/** The cost of an operation as a function of its variables, computed from the document before it runs. */
export function compileCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
): (variables: Values) => OperationCost {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return () => ({ objects: 0, points: 1 });
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  const compiler = createCompiler(schema, document);
  const count = compileSet(compiler, root, operation.selectionSet);
  return (variables) => {
    const isComplete = defaults.every(([name]) => name in variables);
    const values = isComplete ? variables : { ...Object.fromEntries(defaults), ...variables };
    const objects = count({ values, countsExtra: false, counted: new Map() }, once);
    if (!compiler.hasExtra) return { objects, points: pointsFor(objects) };
    const work = count({ values, countsExtra: true, counted: new Map() }, once);
    return { objects, points: pointsFor(work) };
  };
}

interface Compiler {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly compiled: Map<string, Count>;
  /** The number of aliases in each fragment of an introspection query. */
  readonly aliases: Map<string, number>;
  /** Whether a field was met that causes work without selecting objects. */
  hasExtra: boolean;
}

function createCompiler(schema: GraphQLSchema, { definitions }: DocumentNode): Compiler {
  const fragments = definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION
      ? [[definition.name.value, definition] as const]
      : [],
  );
  return {
    schema,
    fragments: new Map(fragments),
    compiled: new Map(),
    aliases: new Map(),
    hasExtra: false,
  };
}

/** One computation of a cost. */
interface Tally {
  readonly values: Values;
  /** Whether work is counted that selects no objects: a search, or the items of a bulk write. */
  readonly countsExtra: boolean;
  /** Memoized by fragment: nested fragments that are each spread twice would take exponential time. */
  readonly counted: Map<string, number>;
}

type Count = (tally: Tally, links: Links) => number;

const nothing: Count = () => 0;

function compileSet(
  compiler: Compiler,
  type: GraphQLCompositeType,
  { selections }: SelectionSetNode,
): Count {
  const counts = selections
    .map((selection) => compileSelection(compiler, type, selection))
    .filter((count) => count !== nothing);
  const [only] = counts;
  if (!only) return nothing;
  if (counts.length === 1) return only;
  return (tally, links) => counts.reduce((sum, count) => sum + count(tally, links), 0);
}

function compileSelection(
  compiler: Compiler,
  type: GraphQLCompositeType,
  selection: SelectionNode,
): Count {
  if (selection.kind === Kind.FIELD) return compileField(compiler, type, selection);
  if (selection.kind === Kind.FRAGMENT_SPREAD) {
    return compileFragment(compiler, selection.name.value);
  }
  const { typeCondition, selectionSet } = selection;
  const narrowed = typeCondition ? typeFromAST(compiler.schema, typeCondition) : type;
  return isCompositeType(narrowed) ? compileSet(compiler, narrowed, selectionSet) : nothing;
}

function compileFragment(compiler: Compiler, name: string): Count {
  const known = compiler.compiled.get(name);
  if (known) return known;
  // Stops at a cycle, which validation rejects later.
  compiler.compiled.set(name, nothing);
  const fragment = compiler.fragments.get(name);
  const type = fragment && typeFromAST(compiler.schema, fragment.typeCondition);
  const count =
    fragment && isCompositeType(type) ? compileSet(compiler, type, fragment.selectionSet) : nothing;
  const memoized: Count = (tally, links) => {
    const key = `${name} ${links.times} ${links.items}`;
    const objects = tally.counted.get(key) ?? count(tally, links);
    tally.counted.set(key, objects);
    return objects;
  };
  compiler.compiled.set(name, count === nothing ? nothing : memoized);
  return compiler.compiled.get(name) ?? nothing;
}

function compileField(compiler: Compiler, parent: GraphQLCompositeType, node: FieldNode): Count {
  if (node.name.value === '__schema' || node.name.value === '__type') {
    const objects = countIntrospection(compiler, node.selectionSet);
    return () => objects;
  }
  const fields = 'getFields' in parent ? parent.getFields() : {};
  const field = fields[node.name.value];
  if (!field) return nothing;
  const count = compileSelected(compiler, field, node);
  const { extra } = extensionsOf(field);
  if (!extra) return count;
  compiler.hasExtra = true;
  return (tally, links) => {
    const objects = count(tally, links);
    if (!tally.countsExtra) return objects;
    return objects + extra((name) => readArgument(node, name)(tally.values), objects);
  };
}

function compileSelected(
  compiler: Compiler,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): Count {
  const type = getNamedType(field.type);
  const { isLinked, isPart, writes, objects: weight = 0 } = extensionsOf(field);
  const isObject = isCompositeType(type) && node.selectionSet;
  const selected = isObject ? compileSet(compiler, type, node.selectionSet) : nothing;
  const include = readArgument(node, 'include');
  const linksOf = linksBelow(node, field);
  /** What is selected inside, and the weight that a field declares unless `include: false` turns it off. */
  const below: Count = (tally, inner) =>
    (weight > 0 && include(tally.values) !== false ? weight : 0) + selected(tally, inner);
  const isFree = selected === nothing && weight === 0;

  if (writes) {
    compiler.hasExtra = true;
    const items = readArgument(node, writes);
    // A bulk write is work for each of its items, and selects what is asked of each.
    return (tally, links) => {
      const given = items(tally.values);
      const count = Array.isArray(given) ? Math.max(1, given.length) : 1;
      const each = below(tally, linksOf(tally.values, links));
      return tally.countsExtra ? count * (1 + each) : 1 + count * each;
    };
  }
  if (!isObject) return isFree ? nothing : below;
  if (isLinked) {
    return (tally, links) => {
      const inner = linksOf(tally.values, links);
      return inner.times * (1 + below(tally, inner));
    };
  }
  if (takesPageSize(field)) {
    const pageSize = compilePageSize(node);
    const least = selectsItems(compiler.fragments, node.selectionSet) ? 1 : 0;
    return (tally, links) => {
      const perItem = Math.max(below(tally, linksOf(tally.values, links)), least);
      return Math.max(1, pageSize(tally.values) * perItem);
    };
  }
  if (isPart && isFree) return nothing;
  const [times, own] = isPart ? [1, 0] : [listLengthOf(field), 1];
  return (tally, links) => times * (own + below(tally, linksOf(tally.values, links)));
}
