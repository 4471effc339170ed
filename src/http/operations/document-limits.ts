import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode, visit } from 'graphql';
import { ServiceError } from '../../domain/errors.ts';

const maxDepth = 10;
const maxAliases = 15;
const maxDirectives = 20;
const maxFields = 250;
const maxSelections = 1000;

/**
 * Rejects documents that are too large or too deep before they are validated, because validation can be
 * slow too. Introspection alone is exempt from the depth limit.
 */
export function assertDocumentShape(document: DocumentNode): void {
  const counts = { aliases: 0, directives: 0, fields: 0 };
  visit(document, {
    Field(node) {
      counts.fields += 1;
      if (node.alias) counts.aliases += 1;
    },
    Directive() {
      counts.directives += 1;
    },
  });
  assertAtMost('aliases', counts.aliases, maxAliases);
  assertAtMost('directives', counts.directives, maxDirectives);
  assertAtMost('fields', counts.fields, maxFields);
  const { depth, selections } = measure(document);
  assertAtMost('selections with fragments expanded', selections, maxSelections);
  if (!isIntrospection(document)) assertAtMost('levels', depth, maxDepth);
}

function assertAtMost(what: string, given: number, limit: number): void {
  if (given <= limit) return;
  throw new ServiceError(
    'QUERY_TOO_COMPLEX',
    `A document may have at most ${limit} ${what}; this one has ${given > 1e6 ? 'many more' : given}. Split it into smaller documents.`,
  );
}

interface Extent {
  /** Levels of nested fields. */
  readonly depth: number;
  /** Fields and fragments, each fragment counted as often as it is spread. */
  readonly selections: number;
}

const empty: Extent = { depth: 0, selections: 0 };

/** The extent of a document with its fragments expanded; each fragment is measured only once. */
function measure(document: DocumentNode): Extent {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition.selectionSet]]
        : [],
    ),
  );
  const known = new Map<string, Extent>();
  const measureSet = (set: SelectionSetNode | undefined): Extent =>
    (set?.selections ?? []).map(measureSelection).reduce(
      (sum, { depth, selections }) => ({
        depth: Math.max(sum.depth, depth),
        selections: sum.selections + selections,
      }),
      empty,
    );
  const measureSelection = (selection: SelectionNode): Extent => {
    const isField = selection.kind === Kind.FIELD;
    const { depth, selections } =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? measureFragment(selection.name.value)
        : measureSet(selection.selectionSet);
    return { depth: depth + (isField ? 1 : 0), selections: selections + 1 };
  };
  const measureFragment = (name: string): Extent => {
    const found = known.get(name);
    if (found) return found;
    // Ends a cycle, which validation rejects later.
    known.set(name, empty);
    const extent = measureSet(fragments.get(name));
    known.set(name, extent);
    return extent;
  };
  const extents = document.definitions.map((definition) =>
    'selectionSet' in definition ? measureSet(definition.selectionSet) : empty,
  );
  return {
    depth: Math.max(0, ...extents.map(({ depth }) => depth)),
    selections: Math.max(0, ...extents.map(({ selections }) => selections)),
  };
}

/** Whether a document selects only introspection fields. */
function isIntrospection(document: DocumentNode): boolean {
  return document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      definition.selectionSet.selections.every(
        (selection) =>
          selection.kind === Kind.FIELD && ['__schema', '__type'].includes(selection.name.value),
      ),
  );
}
