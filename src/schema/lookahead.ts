import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Whether the operation selects the field at this path below the current one. */
export function selects(info: GraphQLResolveInfo, path: readonly string[]): boolean {
  return info.fieldNodes.some(({ selectionSet }) => contains(info, selectionSet, path));
}

function contains(
  info: GraphQLResolveInfo,
  selectionSet: SelectionSetNode | undefined,
  [name, ...rest]: readonly string[],
): boolean {
  if (name === undefined) return true;
  return (selectionSet?.selections ?? []).some((selection) => {
    if (selection.kind === Kind.FIELD) {
      return selection.name.value === name && contains(info, selection.selectionSet, rest);
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : info.fragments[selection.name.value]?.selectionSet;
    return contains(info, inner, [name, ...rest]);
  });
}
