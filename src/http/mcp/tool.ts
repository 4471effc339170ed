import type { ResponseBody, Row } from '../rest/row.ts';
import { rows } from '../rest/rows.ts';

/** The call that takes back what a tool has changed. */
export interface Undo {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * A tool is data: a REST row under a name and with a description for language models. The row gives it
 * the stored operation, and so access, costs, limits and errors; its path, query and body parameters are
 * the arguments.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it gives, and when to call it. */
  readonly description: string;
  readonly row: Row;
  /** The query parameters that are arguments. Default: all but `fields`. */
  readonly parameters?: readonly string[];
  /** The argument that is the body; without it, the fields of the body are arguments. */
  readonly bodyAs?: string;
  /** Takes `dry_run`: the change is made in a transaction that is rolled back. */
  readonly takesDryRun?: boolean;
  /** Of a tool that changes something: whether what was there is replaced or removed. */
  readonly isDestructive?: boolean;
  /** Takes long: it tells its progress, and can be a task. */
  readonly isTask?: boolean;
  /** What is shown to a model, if not JSON. */
  readonly textOf?: (stored: ResponseBody) => string;
  /** How a change is undone; undefined if nothing was changed. */
  readonly undo?: (
    given: Readonly<Record<string, unknown>>,
    stored: ResponseBody,
  ) => Undo | undefined;
}

export function rowNamed(name: string): Row {
  const row = rows.find((each) => each.name === name);
  if (!row) throw new Error(`There is no REST row ${name}`);
  return row;
}
