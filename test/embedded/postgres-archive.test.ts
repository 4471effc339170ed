import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { hashOf, writeArchive } from '../../src/build/postgres-archive.ts';
import { createCopy } from '../../src/db/embedded/binaries.ts';
import { type ArchiveManifest, findArchive } from '../../src/db/embedded/postgres-archive.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { mountDisk } from '../support/disk.ts';

const folder = await mkdtemp(join(tmpdir(), 'quaestor-archive-'));
closeAfterFile(() => rm(folder, { recursive: true, force: true }));

// Larger than what is decompressed at a time.
const icu = randomBytes(2_500_000);
const link = (source: string, target: string) => ({
  source: `native/lib/${source}`,
  target: `native/lib/${target}`,
});
const shared = {
  'lib/libicudata.so.60.2': icu,
  'lib/libecpg.so.6.18': 'left out',
  'lib/libpq.a': 'left out',
  'share/postgresql/postgres.bki': '# PostgreSQL 18',
  'share/postgresql/locale/de/postgres.mo': 'left out',
  'share/postgresql/timezonesets/Default': '',
  'pg-symlinks.json': JSON.stringify([
    link('libicudata.so.60.2', 'libicudata.so.60'),
    link('libecpg.so.6.18', 'libecpg.so.6'),
  ]),
};

async function writeFiles(name: string, files: Record<string, string | Buffer>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return join(folder, name);
}

const bytes = await writeArchive([
  { arch: 'arm64', folder: await writeFiles('arm64', { ...shared, 'bin/postgres': 'for arm64' }) },
  { arch: 'x64', folder: await writeFiles('x64', { ...shared, 'bin/postgres': 'for x64' }) },
]);

/** As `npm pack` publishes it. */
async function publish(name: string, content: Buffer): Promise<string> {
  const entry = { archive: 'linux.zip.br', sha256: hashOf(bytes) };
  const manifest: ArchiveManifest = {
    version: '18.4.0',
    platforms: { 'linux-arm64': entry, 'linux-x64': entry },
  };
  return writeFiles(name, {
    'linux.zip.br': content,
    'manifest.json': JSON.stringify(manifest),
  });
}

async function unpack(published: string, platform: string, to: string): Promise<void> {
  const archive = findArchive(platform, published);
  if (!archive) throw new Error(`no archive for ${platform}`);
  await createCopy(archive, to);
}

const published = await publish('published', bytes);

it.each(['arm64', 'x64'])('the archive of PostgreSQL has what %s needs, once', async (arch) => {
  const to = join(folder, 'unpacked', arch);
  const umask = process.umask(0o077);
  await unpack(published, `linux-${arch}`, to).finally(() => process.umask(umask));
  const names = await readdir(to, { recursive: true });
  expect(names.sort()).toEqual([
    'bin',
    'bin/postgres',
    'lib',
    'lib/libicudata.so.60',
    'lib/libicudata.so.60.2',
    'pg-symlinks.json',
    'share',
    'share/postgresql',
    'share/postgresql/postgres.bki',
    'share/postgresql/timezonesets',
    'share/postgresql/timezonesets/Default',
  ]);
  expect(await readFile(join(to, 'bin/postgres'), 'utf8')).toBe(`for ${arch}`);
  expect(icu.equals(await readFile(join(to, 'lib/libicudata.so.60')))).toBe(true);
  expect(await readlink(join(to, 'lib/libicudata.so.60'))).toBe('libicudata.so.60.2');
  expect(bytes.length).toBeLessThan(icu.length * 1.1);
  // PostgreSQL may run as another user.
  const modeOf = async (name: string) => (await stat(join(to, name))).mode & 0o777;
  expect(
    await Promise.all(['', 'bin/postgres', 'lib', 'lib/libicudata.so.60.2'].map(modeOf)),
  ).toEqual([0o755, 0o755, 0o755, 0o644]);
});

it('processes that unpack at the same time leave one copy, and nothing of one that was killed', async () => {
  const to = await writeFiles('together/postgresql', {});
  await writeFiles(`together/postgresql.${randomUUID()}`, { 'bin/postgres': 'half' });
  await Promise.all([1, 2, 3].map(() => unpack(published, 'linux-x64', to)));
  expect(await readdir(dirname(to))).toEqual(['postgresql']);
  expect(await readFile(join(to, 'bin/postgres'), 'utf8')).toBe('for x64');
});

it.each([
  [
    'altered',
    Buffer.from(bytes).fill(1, 1000, 1001),
    /linux\.zip\.br, the embedded PostgreSQL, is damaged\. Reinstall/,
  ],
  ['truncated', bytes.subarray(0, -1), /is damaged\. Reinstall Quaestor, or set DATABASE_URL\.$/],
])('an %s archive is refused, and nothing is written', async (name, content, sentence) => {
  const to = join(folder, 'damaged', 'postgresql');
  await mkdir(dirname(to), { recursive: true });
  const damaged = await publish(name, content);
  await expect(unpack(damaged, 'linux-x64', to)).rejects.toThrow(sentence);
  await expect(findArchive('linux-x64', damaged)?.verify()).rejects.toThrow(sentence);
  expect(await readdir(dirname(to))).toEqual([]);
});

it('another platform, or a checkout, has no archive', () => {
  expect(findArchive('windows-arm64', published)).toBeUndefined();
  expect(findArchive('linux-x64', join(folder, 'nowhere'))).toBeUndefined();
});

const disk = await mountDisk(1);

it.runIf(disk)('a full disk is told, and nothing is left on it', async () => {
  const to = join(disk ?? '', 'postgresql');
  await expect(unpack(published, 'linux-x64', to)).rejects.toThrow(
    /^PostgreSQL cannot be copied to .+postgresql: .*no space left/,
  );
  expect(await readdir(dirname(to))).toEqual([]);
});
