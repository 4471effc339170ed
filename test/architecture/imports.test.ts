import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  findCycle,
  type Import,
  type ImportGraph,
  readImportGraph,
  readImports,
} from '../support/import-graph.ts';

const folder = fileURLToPath(new URL('../../src', import.meta.url));
/** Without the scripts that build it, and what they generate. */
const sources = await readImportGraph(folder, (path) =>
  /^build\/|^(db|web|client)\/generated\//.test(path),
);

/** From the top down; modules of the same layer do not import each other. */
const layers: readonly (readonly string[])[] = [
  ['main.ts'],
  ['commands'],
  ['app.ts'],
  ['open-jobs.ts', 'open-telemetry.ts', 'first-start.ts'],
  ['closers.ts'],
  ['http'],
  ['schema'],
  ['webhooks', 'quizzes', 'reports'],
  ['auth', 'limits', 'jobs', 'events', 'telemetry'],
  ['db'],
  ['analyses', 'formats', 'assembly'],
  ['domain'],
  ['config.ts', 'log.ts'],
  ['package-file.ts'],
  // The workbench and the client know the service by its public API alone.
  ['web', 'client'],
];

/** These layers do no I/O and read no clock: they may import only each other and pure packages. */
const pureModules = ['analyses', 'formats', 'assembly', 'domain'];

const purePackages = [
  'zod',
  'an-array-of-english-words',
  'cmu-pronouncing-dictionary',
  'dale-chall',
  'eld/small',
  'simple-statistics',
  'stemmer',
  'syllable',
  'csv-parse',
  'csv-stringify/sync',
  'entities',
  'fflate',
  'gift-pegjs',
  'highs',
  'read-excel-file/universal',
  'saxes',
  // Connects readers; does no I/O of its own.
  'node:stream',
];

/** A string that starts like a statement, or a call that takes one. */
const sql =
  /['"`]\s*(SELECT|WITH\s+\w+\s+AS|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|(CREATE|ALTER|DROP)\s+\w+|LISTEN|NOTIFY|LOCK|TRUNCATE|BEGIN|COMMIT|ROLLBACK)\b|\$(query|execute)Raw|Prisma\.(sql|raw)/;

const moduleOf = (path: string) => path.split('/')[0] ?? path;
const layerOf = (path: string) => layers.findIndex((modules) => modules.includes(moduleOf(path)));

/** The analysis a file belongs to: analyses/types/coverage/schema.ts → coverage. */
const analysisOf = (path: string) => /^analyses\/types\/([^/]+)\//.exec(path)?.[1];

function faultOf(path: string, { target, isOwn, isTypeOnly }: Import): string | undefined {
  const [module, layer] = [moduleOf(path), layerOf(path)];
  if (layer < 0) return 'belongs to no layer';
  const isPure = pureModules.includes(module);
  if (target === 'pg' && module !== 'db' && !isTypeOnly)
    return 'opens a connection, as only db does';
  if (!isOwn) return isPure && !purePackages.includes(target) ? 'is not pure' : undefined;
  const [analysis, other] = [analysisOf(path), analysisOf(target)];
  if (analysis && other && analysis !== other) return 'is another analysis';
  if (path.startsWith('analyses/kit/') && other) return 'is an analysis, which the kit serves';
  if (moduleOf(target) === module) return undefined;
  if (isPure && !pureModules.includes(moduleOf(target))) return 'is not pure';
  // Of the service, the workbench knows what results are like.
  if (module === 'web' && isTypeOnly && /^analyses\/types\/[^/]+\/schema\.ts$/.test(target))
    return undefined;
  // Settings are read at the top; the allowed values are a domain rule.
  if (path === 'config.ts' && moduleOf(target) === 'domain') return undefined;
  if (layerOf(target) <= layer) return 'is not in a lower layer';
  const isBelowApp = layer > layerOf('app.ts');
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
  it('go to the own folder or a lower layer', () => {
    expect(sources.size).toBeGreaterThan(50);
    expect(listFaults(sources)).toEqual([]);
  });

  it('name files that exist', () => {
    const missing = [...sources].flatMap(([path, imports]) =>
      imports.flatMap(({ target, isOwn }) =>
        isOwn && !sources.has(target) && !/^(db|web|client)\/generated\/|\.css$/.test(target)
          ? [`${path} → ${target}`]
          : [],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('form no cycle, types included', () => {
    expect(findCycle(sources)).toBeUndefined();
  });
});

describe('source files', () => {
  it('have kebab-case names', () => {
    const odd = [...sources.keys()].filter(
      (path) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.tsx?$/.test(path),
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

  it('contain SQL only in db', async () => {
    const others = [...sources.keys()].filter((path) => moduleOf(path) !== 'db');
    const texts = await Promise.all(others.map((path) => readFile(join(folder, path), 'utf8')));
    expect(others.filter((_, n) => sql.test(texts[n] ?? ''))).toEqual([]);
    const statements = [
      "query('SELECT 1')",
      '`\n  WITH a AS (SELECT 1)`',
      '`LISTEN events`',
      'sql`UPDATE a SET b = 1`',
      'prisma.$executeRaw(statement)',
    ];
    expect(statements.filter((text) => !sql.test(text))).toEqual([]);
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

  it('finds upward imports, impure modules, settings below the app, other analyses, and cycles', () => {
    expect(
      listFaults(
        sketch({
          'db/a.ts': "import type { B } from '../schema/b.ts';",
          'auth/a.ts': "import { b } from '../limits/b.ts';",
          'domain/a.ts': "import { readFile } from 'node:fs';\nimport '../log.ts';",
          'http/a.ts': "import { readConfig } from '../config.ts';",
          'commands/a.ts': "import '../main.ts';\nimport { readConfig } from '../config.ts';",
          'attic/a.ts': "import 'zod';",
          'jobs/a.ts': "import pg from 'pg';\nimport type pg from 'pg';",
          'analyses/a.ts': "import '../db/b.ts';",
          'analyses/types/b/a.ts': "import '../c/d.ts';\nimport '../../kit/e.ts';",
          'analyses/kit/e.ts': "import '../types/b/a.ts';",
        }),
      ),
    ).toHaveLength(11);
    const files = {
      'a.ts': "import type { B } from './b.ts';",
      'b.ts': "import './a.ts';",
    };
    expect(findCycle(sketch(files))).toEqual(['a.ts', 'b.ts', 'a.ts']);
  });
});
