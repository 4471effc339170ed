import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  separateOperations,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { atMost } from '../../domain/cache-bound.ts';
import type { Row } from './row.ts';

/** The alias of the items of every list. */
const itemsAlias = 'data';
const maxChoices = 100;

/** Adds the parameter `fields` to a list that has pages: only these fields of each item are read. */
export function offerFields(row: Row): Row {
  if (row.method !== 'GET' || !row.query?.cursor) return row;
  const document = parse(row.document);
  const names = itemFieldsOf(document).map(nameOf);
  const schema = z
    .array(z.enum(names))
    .min(1)
    .max(names.length)
    .meta({ description: 'Only these fields of each item.' });
  const known = new LRUCache<string, string>(atMost(maxChoices));
  return {
    ...row,
    query: { ...row.query, fields: { schema, variable: 'fields' } },
    documentWith(fields) {
      const chosen = names.filter((name) => fields.includes(name));
      const key = chosen.join();
      const text = known.get(key) ?? print(select(document, chosen));
      known.set(key, text);
      return text;
    },
  };
}

/** The document with some fields of the items, and without what only the others used. */
function select(document: DocumentNode, chosen: readonly string[]): DocumentNode {
  const selections = itemFieldsOf(document).filter((field) => chosen.includes(nameOf(field)));
  const [reduced = document] = Object.values(
    separateOperations(
      visit(document, {
        Field: (node) =>
          isItems(node)
            ? { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }
            : undefined,
      }),
    ),
  );
  const used = new Set<string>();
  visit(reduced, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  });
  return visit(reduced, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? false : null),
  });
}

function itemFieldsOf(document: DocumentNode): FieldNode[] {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  let fields: FieldNode[] = [];
  visit(document, {
    Field(node) {
      if (isItems(node)) fields = flatten(node.selectionSet, fragments);
    },
  });
  return fields;
}

function isItems(node: FieldNode): node is FieldNode & { selectionSet: SelectionSetNode } {
  return node.alias?.value === itemsAlias && node.selectionSet !== undefined;
}

function flatten(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const spread =
      selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    return spread ? flatten(spread.selectionSet, fragments) : [];
  });
}

function nameOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}
