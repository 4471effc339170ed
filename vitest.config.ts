import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongFilesFirst } from './test/support/long-files-first.ts';

const require = createRequire(import.meta.url);

/** Tests run on compiled sources (test/support/compile-sources.ts); while watching, on the sources. */
const compiled = process.argv.includes('run')
  ? [
      {
        find: /^(?:\.\.\/)+src\/((?!build\/).*)\.ts$/,
        replacement: join(import.meta.dirname, 'dist/modules/$1.js'),
      },
    ]
  : [];

/** What every project has; `extends` would also run the global setup once for each of them. */
function project(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    resolve: {
      // One copy of graphql for source and packages alike, or `instanceof GraphQLError` fails.
      alias: [
        {
          find: /^graphql$/,
          replacement: require.resolve('graphql').replace(/index\.(m?js)$/, 'index.js'),
        },
        ...compiled,
      ],
    },
    test: {
      pool: 'forks',
      // Optimizing the WebAssembly of each Prisma client would take longer than using it.
      execArgv: ['--liftoff-only'],
      server: { deps: { external: [/\/node_modules\//, /\/dist\/modules\//] } },
      setupFiles: 'test/support/setup-file.ts',
      // `npm run test:properties` tries sixteen times as many examples.
      testTimeout: process.env.PROPERTY_SCALE ? 300_000 : 60_000,
      hookTimeout: 60_000,
      // On two shared cores, what is polled for may take longer than a second.
      expect: { poll: { timeout: 30_000 } },
      ...test,
    },
  };
}

/**
 * Where browsers and processes are watched from outside, CI tries what failed once more, and prints
 * "retry" beside it. Elsewhere nothing is tried again: a test that fails now and then has a cause.
 */
const retry = process.env.CI ? 2 : 0;

const isolated = ['test/jobs/memory-watch.test.ts', 'test/jobs/embeddings.test.ts'];

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    // One more than the cores: a test that waits for a process or a time limit leaves its core to another.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      project({
        name: 'main',
        include: ['test/**/*.test.ts'],
        exclude: [
          'test/faults/**',
          'test/browser/**',
          'test/clients/**',
          ...isolated,
          '**/node_modules/**',
        ],
        // Importing the service takes longer than most test files, so each worker does it once.
        isolate: false,
      }),
      // Where the memory of a process, or what it loads first, is the subject.
      project({ name: 'isolated', include: isolated }),
      // Pages in a real browser. Run by `npm run test:browser`.
      project({
        name: 'browser',
        include: ['test/browser/**/*.test.ts'],
        isolate: false,
        // A page takes many times as long on a busy machine, and none of these tests is about that.
        testTimeout: 300_000,
        hookTimeout: 120_000,
        retry,
      }),
      // Real clients, which have an installation of their own. Run by `npm run test:clients`.
      project({ name: 'clients', include: ['test/clients/*.test.ts'], isolate: false, retry }),
      // What takes minutes by nature: kill loops, sustained load. Run by `npm run test:faults`.
      project({
        name: 'faults',
        include: ['test/faults/**/*.test.ts'],
        // What is waited for comes several times as late on a busy machine; what never comes still fails.
        testTimeout: 300_000,
        hookTimeout: 180_000,
        expect: { poll: { timeout: 90_000 } },
        retry,
      }),
    ],
  },
});
