import type { FieldNode, GraphQLField } from 'graphql';
import { maxItems } from '../domain/page.ts';
import { readArgument, type Values } from './cost-arguments.ts';

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

/**
 * What the extensions of a field declare about its cost. A field that takes `first` or `last` counts
 * as a page of that size, any other list as a full page unless it declares its length.
 */
interface CostExtensions {
  /** The length of a list. */
  readonly length?: number;
  /** Part of an object that is counted already: the edges and figures of a page. */
  readonly isPart?: boolean;
  /** The argument with the items that a bulk write writes. */
  readonly writes?: string;
  /** Work beyond the objects that the field selects, counted in objects. */
  readonly extra?: (argument: (name: string) => unknown, objects: number) => number;
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
export function linksBelow(node: FieldNode, field: Field): (values: Values, links: Links) => Links {
  const { objects, isItemPage, maxLength } = extensionsOf(field);
  if (isItemPage) return (_values, { times, items }) => ({ times: times * items, items });
  if (objects === undefined && maxLength === undefined) return (_values, links) => links;
  const read = readArgument(node, 'limit');
  const limitOf = (values: Values, most: number) => {
    const limit = read(values);
    return typeof limit === 'number' && limit >= 0 && limit <= most ? limit : most;
  };
  if (objects !== undefined) {
    return (values, { times }) => ({ times, items: limitOf(values, maxItems) });
  }
  const most = maxLength ?? 0;
  return (values, { times, items }) => ({ times: times * limitOf(values, most), items });
}
