import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  getNullableType,
  isListType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { defaultPageSize, maxPageSize } from '../domain/page.ts';
import { readArgument, type Values } from './cost-arguments.ts';
import { extensionsOf } from './cost-of-links.ts';

/** Whether the items of a page are selected, if only their cursors. */
export function selectsItems(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  set: SelectionSetNode,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  return set.selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return ['edges', 'nodes'].includes(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return selectsItems(fragments, selection.selectionSet, seen);
    }
    const name = selection.name.value;
    const inner = seen.has(name) ? undefined : fragments.get(name)?.selectionSet;
    return inner !== undefined && selectsItems(fragments, inner, new Set([...seen, name]));
  });
}

/**
 * Lists are long until their field says otherwise, so that one which was forgotten costs too much
 * rather than nothing.
 */
export function listLengthOf(field: GraphQLField<unknown, unknown>): number {
  if (!isListType(getNullableType(field.type))) return 1;
  const { length = maxPageSize, maxLength, isItemPage } = extensionsOf(field);
  // Counted where an item links to a question; see `Links`.
  return maxLength !== undefined || isItemPage ? 1 : length;
}

export function takesPageSize({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ name }) => name === 'first' || name === 'last');
}

/** An invalid size is rejected later; here it counts as the maximum. */
export function compilePageSize(node: FieldNode): (values: Values) => number {
  const [first, last] = [readArgument(node, 'first'), readArgument(node, 'last')];
  const isValid = (size: unknown) => typeof size === 'number' && size >= 1 && size <= maxPageSize;
  return (values) => {
    // Both may be present if one is null; two values are rejected later.
    const sizes = [first(values), last(values)].filter((size) => size != null);
    if (sizes.length === 0) return defaultPageSize;
    return Math.max(...sizes.map((size) => (isValid(size) ? Number(size) : maxPageSize)));
  };
}
