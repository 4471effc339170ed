// Copied into the bundle as it is.
const { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const folder = join(__dirname, 'program/');
const cacheFolder = join(__dirname, '../cache/');
const bundle = pathToFileURL(join(__dirname, '/'));

/** Larger files are data, which is not compiled. */
const maxCachedLength = 2_000_000;
/** By then a service has started, and V8 has not yet dropped what was needed for that alone. */
const keepDelayMs = 5000;

/**
 * Loads a program of the bundle, and keeps what V8 compiles of it in `dist/cache` for the next time: compiling takes
 * longer than most commands run. V8 refuses what another version of it, or the same one with other flags, has compiled.
 * Where the folder cannot be written, everything is compiled each time.
 */
exports.loadProgram = function loadProgram(name, flag = '') {
  // Before anything is loaded: V8 compares them.
  if (flag) setFlagsFromString(flag);
  const entry = `${name}.js`;
  const { size, mtimeMs } = statSync(folder + entry);
  const build = `${process.version} ${size} ${mtimeMs}`;
  const file = `${cacheFolder}${name}${flag}.bin`;
  const kept = readCache(file, build);
  /** Those that are not kept yet. */
  const scripts = new Map();
  let isKeeping = true;
  const modules = new Map();
  const load = (path) => {
    const known = modules.get(path);
    if (known) return known.exports;
    const code = readFileSync(folder + path, 'latin1');
    const cachedData = kept.get(path);
    const script = new Script(code, { filename: folder + path, ...(cachedData && { cachedData }) });
    const isNew = !cachedData || script.cachedDataRejected === true;
    if (isNew && isKeeping && code.length < maxCachedLength) scripts.set(path, script);
    const module = { exports: {} };
    modules.set(path, module);
    const { href } = new URL(path, bundle);
    script.runInThisContext()(module.exports, requireAny, module, href, importLater);
    return module.exports;
  };
  const requireAny = (path) => (path.startsWith('./') ? load(path) : require(path));
  const importLater = async (path) => (path.startsWith('./') ? load(path) : import(path));
  load(`./${entry}`);

  const keep = () => {
    for (const [path, script] of scripts) kept.set(path, script.createCachedData());
    if (scripts.size > 0) writeCache(file, build, kept);
    // What is loaded later is little; the memory of all is not.
    isKeeping = false;
    scripts.clear();
    kept.clear();
  };
  setTimeout(keep, keepDelayMs).unref();
  process.once('exit', keep);
};

/** What was compiled of each file of this build. */
function readCache(file, build) {
  try {
    const bytes = readFileSync(file);
    const start = 4 + bytes.readUInt32LE(0);
    const { build: known, parts } = JSON.parse(bytes.toString('latin1', 4, start));
    if (known !== build) return new Map();
    return new Map(
      parts.map(([path, from, to]) => [path, bytes.subarray(start + from, start + to)]),
    );
  } catch {
    // None yet, or none that can be read.
    return new Map();
  }
}

/** Under another name first: others may be reading it. */
function writeCache(file, build, kept) {
  let length = 0;
  const parts = [...kept].map(([path, data]) => {
    length += data.length;
    return [path, length - data.length, length];
  });
  const index = Buffer.from(JSON.stringify({ build, parts }), 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(index.length);
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(draft, Buffer.concat([size, index, ...kept.values()]));
    renameSync(draft, file);
  } catch {
    rmSync(draft, { force: true });
  }
}
