import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  /** A path relative to the source folder, or the name of a package. */
  readonly target: string;
  readonly isOwn: boolean;
  readonly isTypeOnly: boolean;
}

/** Every source file by relative path, with its imports. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

export async function readImportGraph(
  folder: string,
  isGenerated: (path: string) => boolean,
): Promise<ImportGraph> {
  const entries = await readdir(folder, { recursive: true });
  const paths = entries.filter((path) => /\.tsx?$/.test(path) && !isGenerated(path)).sort();
  return new Map(
    await Promise.all(
      paths.map(async (path) => {
        const text = await readFile(join(folder, path), 'utf8');
        return [path, readImports(path, text)] as const;
      }),
    ),
  );
}

/** The imports of a file: static, re-exported and dynamic ones, including types. */
export function readImports(path: string, text: string): Import[] {
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(?:(?<names>[\w*\s{},$]+?)\s+from\s+)?'(?<target>[^']+)'/gm,
  );
  const calls = text.matchAll(/\bimport\(\s*'(?<target>[^']+)'\s*\)/g);
  return [...statements, ...calls].map(({ groups = {} }) => {
    const { names = '', target = '' } = groups;
    const isOwn = target.startsWith('.');
    return {
      target: isOwn ? normalize(join(dirname(path), target)) : target,
      isOwn,
      isTypeOnly: isTypeOnly(names),
    };
  });
}

/** A cycle of imports; undefined if there is none. */
export function findCycle(graph: ImportGraph): string[] | undefined {
  const finished = new Set<string>();
  const walk = (path: string, visited: readonly string[]): string[] | undefined => {
    const start = visited.indexOf(path);
    if (start >= 0) return [...visited.slice(start), path];
    if (finished.has(path)) return undefined;
    for (const { target, isOwn } of graph.get(path) ?? []) {
      const cycle = isOwn ? walk(target, [...visited, path]) : undefined;
      if (cycle) return cycle;
    }
    finished.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const cycle = walk(path, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function isTypeOnly(names: string): boolean {
  if (/^type\s/.test(names)) return true;
  const [, inBraces] = /^\{([^}]*)\}$/.exec(names.trim()) ?? [];
  const listed = inBraces?.split(',').map((name) => name.trim()) ?? [''];
  return listed.filter(Boolean).length > 0 && listed.every((name) => /^(type\s|$)/.test(name));
}
