import { takesList } from './read-body-input.ts';
import type { Row } from './row.ts';

export interface Match {
  /** One row per method, or two where a list is accepted as well as one item: the list comes second. */
  readonly rows: readonly Row[];
  readonly parameters: Readonly<Record<string, string>>;
}

export type Router = (path: string) => Match | undefined;

/** A node of the routing tree: the rows that end here, and the segments that may follow. */
interface Segment {
  readonly rows: Row[];
  readonly statics: Map<string, Segment>;
  parameter?: { readonly name: string; readonly next: Segment };
}

/**
 * Finds the rows of a path, with or without the version prefix and a final slash. Static segments are tried before
 * parameters, so the order of the rows does not matter; rows that conflict are an error.
 */
export function createRouter(rows: readonly Row[]): Router {
  const root = createSegment();
  for (const row of rows) addRow(root, row);
  return (path) => findRows(root, withoutFinalSlash(withoutVersion(path)).split('/'), 0, {});
}

/** The path without the optional version prefix. */
export function withoutVersion(path: string): string {
  return path.startsWith('/v1/') ? path.slice('/v1'.length) : path;
}

function withoutFinalSlash(path: string): string {
  return path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : path;
}

const methodOrder = ['GET', 'HEAD', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The value of the Allow header. */
export function allowedMethods(rows: readonly Row[]): string {
  const methods = new Set<(typeof methodOrder)[number]>(rows.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  if (rows.some(({ takesQuery }) => takesQuery)) methods.add('QUERY');
  methods.add('OPTIONS');
  return methodOrder.filter((method) => methods.has(method)).join(', ');
}

function createSegment(): Segment {
  return { rows: [], statics: new Map() };
}

function addRow(root: Segment, row: Row): void {
  let segment = root;
  for (const text of row.path.split('/')) segment = descend(segment, text, row);
  const twin = segment.rows.find(
    (other) => other.method === row.method && isList(other) === isList(row),
  );
  if (twin) throw conflict(row, `already belongs to ${twin.name}`);
  if (isList(row)) segment.rows.push(row);
  else segment.rows.unshift(row);
}

function descend(segment: Segment, text: string, row: Row): Segment {
  const [, name] = /^\{(\w+)\}$/.exec(text) ?? [];
  if (name === undefined) {
    const next = segment.statics.get(text) ?? createSegment();
    segment.statics.set(text, next);
    return next;
  }
  segment.parameter ??= { name, next: createSegment() };
  if (segment.parameter.name !== name) {
    throw conflict(row, `names {${name}} what another row names {${segment.parameter.name}}`);
  }
  return segment.parameter.next;
}

function conflict({ method, path, name }: Row, reason: string): Error {
  return new Error(`Conflicting REST row ${name}: ${method} ${path} ${reason}`);
}

function isList({ body }: Row): boolean {
  return body !== undefined && takesList(body);
}

/** The rows at the end of the texts from this index on; fills in the parameters on its way back. */
function findRows(
  { rows, statics, parameter }: Segment,
  texts: readonly string[],
  index: number,
  parameters: Record<string, string>,
): Match | undefined {
  const text = texts[index];
  if (text === undefined) return rows.length > 0 ? { rows, parameters } : undefined;
  const next = statics.get(text);
  const found = next && findRows(next, texts, index + 1, parameters);
  if (found || !parameter || text === '') return found;
  const match = findRows(parameter.next, texts, index + 1, parameters);
  if (match) parameters[parameter.name] = decode(text);
  return match;
}

/** A segment that cannot be decoded stays as it is, and is not found. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
