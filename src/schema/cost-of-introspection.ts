import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { defaultPageSize } from '../domain/page.ts';

/** The cost of introspection, charged again for each alias in it. */
const introspectionObjects = defaultPageSize;

interface Fragments {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The number of aliases in each fragment: a memo, as fragments may be nested and spread twice. */
  readonly aliases: Map<string, number>;
}

export function countIntrospection(
  fragments: Fragments,
  selectionSet: SelectionSetNode | undefined,
): number {
  return introspectionObjects * (1 + countAliases(fragments, selectionSet));
}

function countAliases(known: Fragments, set: SelectionSetNode | undefined): number {
  let aliases = 0;
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      if (!known.aliases.has(name)) {
        // Stops at a cycle, which validation rejects later.
        known.aliases.set(name, 0);
        known.aliases.set(name, countAliases(known, known.fragments.get(name)?.selectionSet));
      }
      aliases += known.aliases.get(name) ?? 0;
      continue;
    }
    if (selection.kind === Kind.FIELD && selection.alias) aliases += 1;
    aliases += countAliases(known, selection.selectionSet);
  }
  return aliases;
}
