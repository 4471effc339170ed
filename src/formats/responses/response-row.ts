import type { RowFault } from '../format.ts';

/** A response of a file; nothing of it is validated yet. */
export interface ResponseRow {
  /** Counted from 1, headers excluded. */
  readonly row: number;
  readonly line: number | null;
  /** The id of the question, or its external id. */
  readonly question: string;
  /** The column or element that names the question. */
  readonly field: string;
  /** The place of the chosen option in an export of the question, from 1. */
  readonly choice?: number;
  /** By the names of GraphQL. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults?: readonly RowFault[];
}

// Here, and not with their readers: every command knows the names, and few need an XML parser.
export const responseFormats = ['csv', 'qti'] as const;

export type ResponseFormat = (typeof responseFormats)[number];

export const cellKinds = ['score', 'answer'] as const;

/** What the cells of a table of respondents and questions hold. */
export type CellKind = (typeof cellKinds)[number];
