import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongFilesFirst } from './test/support/long-files-first.ts';

const require = createRequire(import.meta.url);

/** Threads start from the build: through a compiler each would take a second longer. */
const compiledThreads: Plugin = {
  name: 'compiled-threads',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/jobs\/[\w-]+\.ts$/.test(id) || !/\.\/(analysis|pack-words)-thread\$/.test(code))
      return;
    const built = new URL('dist/bundle/thread-pool.js', import.meta.url).href;
    return code.replaceAll('import.meta.url', JSON.stringify(built));
  },
};

/** Tests hash some hundred passwords; a test of the build covers the real parameters. */
const cheapPasswords: Plugin = {
  name: 'cheap-passwords',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/src/auth/passwords.ts'))
      return code.replace(/memoryCost: [\d_]+/, 'memoryCost: 8');
    return undefined;
  },
};

/** What every project has; `extends` would also run the global setup once for each of them. */
function project(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    plugins: [compiledThreads, cheapPasswords],
    resolve: {
      // One copy of graphql for source and packages alike, or `instanceof GraphQLError` fails.
      alias: [
        {
          find: /^graphql$/,
          replacement: require.resolve('graphql').replace(/index\.(m?js)$/, 'index.js'),
        },
      ],
    },
    test: {
      pool: 'forks',
      setupFiles: 'test/support/setup-file.ts',
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // On two shared cores, what is polled for may take longer than a second.
      expect: { poll: { timeout: 30_000 } },
      ...test,
    },
  };
}

const isolated = ['test/jobs/memory-watch.test.ts'];

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    // Twice the cores: a test that waits for a process or a time limit leaves its core to another.
    maxWorkers: 4,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      project({
        name: 'main',
        include: ['test/**/*.test.ts'],
        exclude: ['test/faults/**', ...isolated, '**/node_modules/**'],
        // Importing the service takes longer than most test files, so each worker does it once.
        isolate: false,
      }),
      // Where the memory of a process is the subject.
      project({ name: 'isolated', include: isolated }),
      // What takes minutes by nature: kill loops, sustained load. Run by `npm run test:faults`.
      project({ name: 'faults', include: ['test/faults/**/*.test.ts'] }),
    ],
  },
});
