import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Removes the types of all sources at once, into dist/modules. Vite would do it file by file, and each
 * worker would then load them through Vite: together a fifth of the time of all tests.
 */
export async function compileSources(): Promise<void> {
  const entryPoints = (await readdir(join(root, 'src'), { recursive: true }))
    .filter((file) => /\.ts$/.test(file) && !/\.d\.ts$|^(web|build)\//.test(file))
    .map((file) => join('src', file));
  const outdir = join(root, 'dist/modules');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints,
    outbase: 'src',
    outdir,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    write: false,
    logLevel: 'warning',
  });
  await rm(outdir, { recursive: true, force: true });
  const folders = new Set(outputFiles.map(({ path }) => dirname(path)));
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  await Promise.all(
    outputFiles.map(({ path, text }) => writeFile(path, adapt(path.slice(outdir.length), text))),
  );
}

function adapt(path: string, code: string): string {
  const renamed = code.replace(/((?:from|import)\s*\(?\s*)"(\.[^"\n]*)\.ts"/g, '$1"$2.js"');
  // Tests hash some hundred passwords; a test of the build covers the real parameters.
  if (path === '/auth/passwords.js') return renamed.replace(/memoryCost: [\d_e]+/, 'memoryCost: 8');
  // Threads start from the bundle: from single files each would take longer.
  return startsThreads.has(path)
    ? renamed.replaceAll('import.meta.url', JSON.stringify(bundled))
    : renamed;
}

const startsThreads = new Set([
  '/jobs/thread-pool.js',
  '/jobs/spelling-loader.js',
  '/jobs/forms/run-form-thread.js',
  '/jobs/imports/save-in-thread.js',
]);

const bundled = new URL('../../dist/bundle/thread-pool.js', import.meta.url).href;
