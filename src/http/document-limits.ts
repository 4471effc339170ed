import { type DocumentNode, Kind, type SelectionSetNode, visit } from 'graphql';
import { ServiceError } from '../domain/errors.ts';

const maxDepth = 10;
const maxAliases = 15;
const maxDirectives = 20;
const maxFields = 250;

/** Refuses a document whose shape alone is too much, before it is validated: validation can be slow too. */
export function refuseShape(document: DocumentNode): void {
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
  refuse('levels', depthOf(document), maxDepth);
}

function refuse(what: string, given: number, limit: number): void {
  if (given <= limit) return;
  throw new ServiceError(
    'QUERY_TOO_COMPLEX',
    `A document may have at most ${limit} ${what}; this has ${given > 1e6 ? 'many more' : given}. Ask in parts.`,
  );
}

/** How many levels of fields stand in one another, through fragments too. */
function depthOf(document: DocumentNode): number {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition.selectionSet]]
        : [],
    ),
  );
  const known = new Map<string, number>();
  const below = (set: SelectionSetNode | undefined): number =>
    Math.max(0, ...(set?.selections ?? []).map(depthOfSelection));
  const depthOfSelection = (selection: SelectionSetNode['selections'][number]): number => {
    if (selection.kind === Kind.FIELD) return 1 + below(selection.selectionSet);
    if (selection.kind === Kind.INLINE_FRAGMENT) return below(selection.selectionSet);
    const name = selection.name.value;
    const found = known.get(name);
    if (found !== undefined) return found;
    known.set(name, 0);
    const depth = below(fragments.get(name));
    known.set(name, depth);
    return depth;
  };
  return Math.max(
    0,
    ...document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? below(definition.selectionSet) : 0,
    ),
  );
}

/** The query by which tools read the schema: as deep as it is, and nothing else. */
export function isIntrospection(document: DocumentNode): boolean {
  return document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      definition.selectionSet.selections.every(
        (selection) =>
          selection.kind === Kind.FIELD && ['__schema', '__type'].includes(selection.name.value),
      ),
  );
}
