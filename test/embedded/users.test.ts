import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyProgram } from '../support/copy-of-program.ts';
import { findClusterFolder, findPostgres } from '../support/postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { checkout, createLocalServices, createServices } from '../support/service.ts';

const local = createLocalServices();
const { makeDataDir, start, run } = createServices();
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const canReadUs =
  isRoot && spawnSync('test', ['-r', join(checkout, 'dist/main.js')], nobody).status === 0;
const stopped = { code: 0, signal: null };

const copies = async () =>
  (await readdir('/var/lib/quaestor').catch(() => [])).filter((name) =>
    name.startsWith('postgresql-'),
  );
const hasCopy = (await copies()).length > 0;

// PostgreSQL refuses to run as root, so another user runs it, who must reach everything it needs.
describe.runIf(isRoot)('as root', () => {
  it('keeps the data in a system folder when DATA_DIR is closed to all but root, and finds it again', async () => {
    const DATA_DIR = await makeDataDir({ mode: 0o700, isEmpty: true });
    const first = await local.start({ DATA_DIR });
    expect((await first.rest('POST', '/questions', makeQuestion())).status).toBe(201);
    expect(await readdir(DATA_DIR)).not.toContain('postgres');
    const location = (await readFile(join(DATA_DIR, 'postgres.location'), 'utf8')).trim();
    expect(location).toMatch(/^\/var\/lib\/quaestor\/data-[0-9a-f]{16}$/);
    const { mode, uid } = await stat(location);
    expect(mode & 0o777).toBe(0o700);
    expect(uid).not.toBe(0);
    expect(await first.end()).toEqual(stopped);

    const second = await local.start({ DATA_DIR });
    expect(await second.count()).toBe(1);
    expect(await findClusterFolder(DATA_DIR)).toBe(location);
    expect(await second.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });

  it.skipIf(hasCopy)(
    'copies the programs there too when the checkout is closed to all but root, whatever the umask',
    async () => {
      const DATA_DIR = await makeDataDir({ mode: 0o700, isEmpty: true });
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
    const DATA_DIR = await makeDataDir({ isEmpty: true });
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

  it('says in a sentence that DATA_DIR is not for that user', async () => {
    const DATA_DIR = await makeDataDir({ isEmpty: true });
    const refused = await run(['migrate'], { DATA_DIR }, { user: nobody });
    expect(refused.stderr).toMatch(/^DATA_DIR cannot be used: EACCES.+ Choose another folder\.\n$/);
    expect(refused.code).toBe(1);

    await local.run(['migrate'], { DATA_DIR });
    await chmod(DATA_DIR, 0o777);
    const another = await run(['migrate'], { DATA_DIR }, { user: nobody });
    expect(another.stderr).toMatch(/belongs to another user\. Start as that user, or choose/);
    expect(another.code).toBe(1);
  });
});
