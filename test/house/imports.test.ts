import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  findCircle,
  type Import,
  type ImportGraph,
  readImportGraph,
  readImports,
} from '../support/import-graph.ts';

const folder = fileURLToPath(new URL('../../src', import.meta.url));
const sources = await readImportGraph(folder, (path) => path.startsWith('db/generated/'));

/** From the roof down; folders on the same floor do not know each other. */
const floors: readonly (readonly string[])[] = [
  ['main.ts'],
  ['commands'],
  ['app.ts'],
  ['http'],
  ['schema'],
  ['auth', 'limits', 'jobs', 'events'],
  ['db'],
  ['domain'],
  ['config.ts', 'log.ts'],
];

/** Packages without I/O, clock or state, which the ground floor may use. */
const purePackages = [
  'zod',
  'cmu-pronouncing-dictionary',
  'dale-chall',
  'eld/small',
  'simple-statistics',
  'stemmer',
  'syllable',
];

const roomOf = (path: string) => path.split('/')[0] ?? path;
const floorOf = (path: string) => floors.findIndex((rooms) => rooms.includes(roomOf(path)));

function faultOf(path: string, { target, isOwn, isTypeOnly }: Import): string | undefined {
  const [room, floor] = [roomOf(path), floorOf(path)];
  if (floor < 0) return 'stands on no floor';
  if (!isOwn) {
    return room === 'domain' && !purePackages.includes(target) ? 'is not pure' : undefined;
  }
  if (roomOf(target) === room) return undefined;
  if (room === 'domain') return 'leaves the ground floor';
  // Settings are read at the roof; what a word in them may be is a rule of the ground floor.
  if (path === 'config.ts' && roomOf(target) === 'domain') return undefined;
  if (floorOf(target) <= floor) return 'is a step up or aside';
  const isBelowApp = floor > floorOf('app.ts');
  return target === 'config.ts' && isBelowApp && !isTypeOnly
    ? 'takes more than the type of the settings'
    : undefined;
}

function listFaults(graph: ImportGraph): string[] {
  return [...graph].flatMap(([path, imports]) =>
    imports.flatMap((each) => {
      const fault = faultOf(path, each);
      return fault ? [`${path} → ${each.target} ${fault}`] : [];
    }),
  );
}

function sketch(files: Record<string, string>): ImportGraph {
  return new Map(Object.entries(files).map(([path, text]) => [path, readImports(path, text)]));
}

describe('imports', () => {
  it('go to the own folder or a lower floor', () => {
    expect(sources.size).toBeGreaterThan(50);
    expect(listFaults(sources)).toEqual([]);
  });

  it('name files that exist', () => {
    const missing = [...sources].flatMap(([path, imports]) =>
      imports.flatMap(({ target, isOwn }) =>
        isOwn && !sources.has(target) && !target.startsWith('db/generated/')
          ? [`${path} → ${target}`]
          : [],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('run in no circle, types counted', () => {
    expect(findCircle(sources)).toBeUndefined();
  });
});

describe('source files', () => {
  it('have kebab-case names', () => {
    const odd = [...sources.keys()].filter(
      (path) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(path),
    );
    expect(odd).toEqual([]);
  });

  it('have at most 250 lines', async () => {
    const lengths = await Promise.all(
      [...sources.keys()].map(async (path) => {
        const text = await readFile(join(folder, path), 'utf8');
        return { path, lines: text.split('\n').length - 1 };
      }),
    );
    expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
  });

  it('are named after their idea', () => {
    const names = [...sources.keys()].map((path) => basename(path, '.ts'));
    const vague = ['utils', 'helpers', 'types', 'index', 'common', 'misc'];
    expect(names.filter((name) => vague.includes(name))).toEqual([]);
  });
});

describe('the reading of imports', () => {
  it.each([
    ["import { a } from './b.ts';", 'http/b.ts', false],
    ["import a, { type b } from '../db/c.ts';", 'db/c.ts', false],
    ["import type a from './b.ts';", 'http/b.ts', true],
    ["import {\n  type a,\n  type b,\n} from './b.ts';", 'http/b.ts', true],
    ["import './b.ts';", 'http/b.ts', false],
    ["import * as a from './b.ts';", 'http/b.ts', false],
    ["export { a } from './b.ts';", 'http/b.ts', false],
    ["export * from './b.ts';", 'http/b.ts', false],
    ["const a = await import('./b.ts');", 'http/b.ts', false],
  ])('understands %j', (text, target, isTypeOnly) => {
    expect(readImports('http/a.ts', text)).toEqual([{ target, isOwn: true, isTypeOnly }]);
  });

  it('finds steps up, impure ground, settings below the app, and circles', () => {
    expect(
      listFaults(
        sketch({
          'db/a.ts': "import type { B } from '../schema/b.ts';",
          'auth/a.ts': "import { b } from '../limits/b.ts';",
          'domain/a.ts': "import { readFile } from 'node:fs';\nimport '../log.ts';",
          'http/a.ts': "import { readConfig } from '../config.ts';",
          'commands/a.ts': "import '../main.ts';\nimport { readConfig } from '../config.ts';",
          'attic/a.ts': "import 'zod';",
        }),
      ),
    ).toHaveLength(7);
    const files = { 'a.ts': "import type { B } from './b.ts';", 'b.ts': "import './a.ts';" };
    expect(findCircle(sketch(files))).toEqual(['a.ts', 'b.ts', 'a.ts']);
  });
});
