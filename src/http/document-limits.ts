import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode, visit } from 'graphql';
import { ServiceError } from '../domain/errors.ts';

const maxDepth = 10;
const maxAliases = 15;
const maxDirectives = 20;
const maxFields = 250;
const maxSelections = 1000;

/**
 * Refuses a document whose shape alone is too much, before it is validated: validation can be slow too.
 * The query by which tools read the schema may be as deep as it is, nothing else.
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
  refuse('aliases', counts.aliases, maxAliases);
  refuse('directives', counts.directives, maxDirectives);
  refuse('fields', counts.fields, maxFields);
  const { depth, selections } = measure(document);
  refuse('selections, fragments written out', selections, maxSelections);
  if (!isIntrospection(document)) refuse('levels', depth, maxDepth);
}

function refuse(what: string, given: number, limit: number): void {
  if (given <= limit) return;
  throw new ServiceError(
    'QUERY_TOO_COMPLEX',
    `A document may have at most ${limit} ${what}; this has ${given > 1e6 ? 'many more' : given}. Ask in parts.`,
  );
}

interface Extent {
  /** How many levels of fields stand in one another. */
  readonly depth: number;
  /** How many fields and fragments there are, each fragment as often as it is spread. */
  readonly selections: number;
}

const nothing: Extent = { depth: 0, selections: 0 };

/** The extent of a document with its fragments written out, though each is read once only. */
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
      nothing,
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
    // A circle, which validation refuses, ends here.
    known.set(name, nothing);
    const extent = measureSet(fragments.get(name));
    known.set(name, extent);
    return extent;
  };
  const extents = document.definitions.map((definition) =>
    'selectionSet' in definition ? measureSet(definition.selectionSet) : nothing,
  );
  return {
    depth: Math.max(0, ...extents.map(({ depth }) => depth)),
    selections: Math.max(0, ...extents.map(({ selections }) => selections)),
  };
}

/** Whether a document asks for the schema and for nothing else. */
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
