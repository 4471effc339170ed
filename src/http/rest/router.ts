import { takesList } from './read-body-input.ts';
import type { Method, Row } from './row.ts';

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
 * Finds the rows of a path, with or without the version prefix. Static segments are tried before
 * parameters, so the order of the rows does not matter; rows that conflict are an error.
 */
export function createRouter(rows: readonly Row[]): Router {
  const root = createSegment();
  for (const row of rows) addRow(root, row);
  return (path) => findRows(root, withoutVersion(path).split('/'));
}

/** The path without the optional version prefix. */
export function withoutVersion(path: string): string {
  return path.replace(/^\/v1(?=\/)/, '');
}

const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The value of the Allow header. */
export function allowedMethods(rows: readonly Row[]): string {
  const methods = new Set<Method | 'HEAD' | 'OPTIONS'>(rows.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
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

function findRows(segment: Segment, [text, ...rest]: readonly string[]): Match | undefined {
  if (text === undefined) {
    return segment.rows.length > 0 ? { rows: segment.rows, parameters: {} } : undefined;
  }
  const next = segment.statics.get(text);
  const found = next && findRows(next, rest);
  if (found || !segment.parameter || text === '') return found;
  const { name, next: after } = segment.parameter;
  const match = findRows(after, rest);
  return match && { rows: match.rows, parameters: { [name]: decode(text), ...match.parameters } };
}

/** A segment that cannot be decoded stays as it is, and is not found. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
