import { type FieldNode, type GraphQLField, valueFromASTUntyped } from 'graphql';
import { maxItems } from '../domain/page.ts';

/**
 * A result counts once, however long its lists are; the questions that its list items link to are
 * read one by one and count each.
 */
export interface Links {
  /** How many list items, at most, the selection is resolved for. */
  readonly times: number;
  /** The number of items that the enclosing result was asked for. */
  readonly items: number;
}

export const once: Links = { times: 1, items: 1 };

type Field = GraphQLField<unknown, unknown>;

interface CostExtensions {
  /** Objects that a field stands for although its type does not show them. */
  readonly objects?: number;
  /** A page of the items of a result, as long as the `limit` of the result says. */
  readonly isItemPage?: boolean;
  /** A list of at most so many, or `limit`, in which items link to questions. */
  readonly maxLength?: number;
  /** A question, or a list of them, that an item links to. */
  readonly isLinked?: boolean;
}

export function extensionsOf(field: Field | undefined): CostExtensions {
  return field?.extensions ?? {};
}

/** The links of what is selected inside a field. */
export function linksBelow(
  variables: Readonly<Record<string, unknown>>,
  node: FieldNode,
  field: Field | undefined,
  { times, items }: Links,
): Links {
  const { objects, isItemPage, maxLength } = extensionsOf(field);
  if (isItemPage) return { times: times * items, items };
  const given = node.arguments?.find(({ name }) => name.value === 'limit')?.value;
  const limit = given && valueFromASTUntyped(given, { ...variables });
  const isSound = (most: number) => typeof limit === 'number' && limit >= 0 && limit <= most;
  if (objects !== undefined) return { times, items: isSound(maxItems) ? Number(limit) : maxItems };
  if (maxLength === undefined) return { times, items };
  return { times: times * (isSound(maxLength) ? Number(limit) : maxLength), items };
}
