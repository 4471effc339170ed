import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFolderLock } from '../../src/db/embedded/folder-lock.ts';
import { createLocalServices } from '../support/service.ts';

const folders: string[] = [];
const { makeDataDir, run, start } = createLocalServices();

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-lock-'));
  folders.push(folder);
  return folder;
}

const entriesOf = (folder: string) => readdir(join(folder, 'postgres.lock'));

describe.skipIf(process.platform === 'win32')('the lock on DATA_DIR', () => {
  it('is held by one at a time', async () => {
    const folder = await makeFolder();
    const first = await createFolderLock(folder).tryAcquire();
    expect(first?.fd).toBeGreaterThan(2);
    expect(await createFolderLock(folder).tryAcquire()).toBeUndefined();
    await first?.release();
    const second = await createFolderLock(folder).tryAcquire();
    expect(second).toBeDefined();
    await second?.release();
    expect(await entriesOf(folder)).toEqual([]);
  });

  it('is never held by two of many that start at once, and is free after them', async () => {
    const folder = await makeFolder();
    const contenders = Array.from({ length: 8 }, () => createFolderLock(folder));
    for (let round = 0; round < 4; round += 1) {
      const held = await Promise.all(contenders.map((lock) => lock.tryAcquire()));
      const holders = held.filter((lock) => lock !== undefined);
      expect(holders.length).toBeLessThanOrEqual(1);
      for (const lock of holders) await lock.release();
    }
    for (const lock of contenders) {
      const held = await lock.tryAcquire();
      expect(held).toBeDefined();
      await held?.release();
    }
  });

  it('lasts as long as a process that inherited it, and leaves nothing that hinders the next', async () => {
    const folder = await makeFolder();
    const held = await createFolderLock(folder).tryAcquire();
    if (held?.fd === undefined) throw new Error('Not locked.');
    const child = spawn('sleep', ['600'], { stdio: ['ignore', 'ignore', 'ignore', held.fd] });
    await held.handOver();
    const lock = createFolderLock(folder);
    expect(await lock.tryAcquire()).toBeUndefined();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await lock.tryAcquire();
    expect(next).toBeDefined();
    expect(await entriesOf(folder)).toHaveLength(1);
    await next?.release();
  });

  it('is inherited by PostgreSQL, and cleared away with it', async () => {
    const DATA_DIR = await makeDataDir({ state: 'initialized' });
    const service = await start({ DATA_DIR });
    expect(await createFolderLock(DATA_DIR).tryAcquire()).toBeUndefined();
    await service.end();
    expect(await entriesOf(DATA_DIR)).toEqual([]);
  });

  it('refuses with a sentence while a process of another container holds it', async () => {
    const DATA_DIR = await makeDataDir({ state: 'initialized' });
    const held = await createFolderLock(DATA_DIR).tryAcquire();
    await held?.release();
    // As another PID namespace would have named it.
    const entry = join(DATA_DIR, 'postgres.lock', '42.00000000-0000-4000-8000-000000000000');
    execFileSync('mkfifo', [entry]);
    const holder = await open(entry, constants.O_RDONLY | constants.O_NONBLOCK);
    const refused = await run(['migrate'], { DATA_DIR });
    expect(refused.stderr).toBe(
      `DATA_DIR ${DATA_DIR} is in use by another container, whose PostgreSQL is running. Stop that container, choose another DATA_DIR, or set DATABASE_URL so that both use one PostgreSQL.\n`,
    );
    expect(refused.code).toBe(1);
    await holder.close();
    expect((await run(['migrate'], { DATA_DIR })).code).toBe(0);
  });
});
