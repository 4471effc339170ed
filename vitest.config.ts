import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

export default defineConfig({
  resolve: {
    // One copy of graphql for source and packages alike, or `instanceof GraphQLError` fails.
    alias: { graphql: require.resolve('graphql').replace(/index\.(m?js)$/, 'index.js') },
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores are shared by all: what is waited for comes, but not always within a second.
    expect: { poll: { timeout: 30_000 } },
    // Tests that start whole services share two cores with the others.
    maxWorkers: 2,
  },
});
