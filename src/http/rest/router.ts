import type { Method, Row } from './row.ts';

export interface Match {
  /** The rows of the path: usually one a method, two where a list is taken as well as one. */
  readonly rows: readonly Row[];
  readonly parameters: Readonly<Record<string, string>>;
}

export type Router = (path: string) => Match | undefined;

/** Finds the rows of a path, with or without the version in front. */
export function createRouter(rows: readonly Row[]): Router {
  const paths = [...new Set(rows.map(({ path }) => path))];
  const routes = paths.map((path) => ({
    pattern: compile(path),
    rows: rows.filter((row) => row.path === path),
  }));
  return (path) => {
    const bare = path.replace(/^\/v1(?=\/)/, '');
    for (const { pattern, rows: group } of routes) {
      const found = pattern.exec(bare);
      if (found) return { rows: group, parameters: decodeAll(found.groups ?? {}) };
    }
    return undefined;
  };
}

export function allowedMethods(rows: readonly Row[]): string {
  const methods = new Set<Method | 'HEAD' | 'OPTIONS'>(rows.map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].join(', ');
}

function compile(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

function decodeAll(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

/** A segment that cannot be decoded names nothing that exists; it stays as it is and is not found. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
