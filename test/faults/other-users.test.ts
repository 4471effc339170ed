import { spawnSync } from 'node:child_process';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findClusterFolder, findPostgres } from '../support/postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { checkout, createLocalServices, createServices } from '../support/service.ts';

const local = createLocalServices();
const { makeDataDir, run } = createServices();
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const canReadUs =
  isRoot &&
  spawnSync('test', ['-r', join(checkout, 'dist/bundle/quaestor.cjs')], nobody).status === 0;
const stopped = { code: 0, signal: null };

// PostgreSQL refuses to run as root, so it runs as another user, who needs access to all its files.
describe.runIf(isRoot)('as root', () => {
  it('keeps the data in a system folder when DATA_DIR is closed to all but root, and finds it again', async () => {
    const DATA_DIR = await makeDataDir({ mode: 0o700, state: 'empty' });
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
});

describe.runIf(canReadUs)('as an ordinary user', () => {
  it('says in a sentence that DATA_DIR is not for that user', async () => {
    const DATA_DIR = await makeDataDir({ state: 'empty' });
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
