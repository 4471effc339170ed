import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { copyCluster } from '../support/copy-folder.ts';
import { record } from '../support/experiment-table.ts';
import { keepWriting } from '../support/ledger.ts';
import { query, stopPostgres } from '../support/postgres.ts';
import { createServices } from '../support/service.ts';

const { run, start } = createServices();
const disks: string[] = [];

function mount(folder: string, megabytes: number): boolean {
  const options = `size=${megabytes}m,mode=755`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

async function makeDisk(megabytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-disk-'));
  await chmod(folder, 0o755);
  if (!mount(folder, megabytes)) throw new Error('mount failed');
  disks.push(folder);
  return folder;
}

const canMount = await makeDisk(1).then(
  () => true,
  () => false,
);

afterAll(async () => {
  for (const disk of disks) {
    await stopPostgres(join(disk, 'data'));
    spawnSync('umount', [disk]);
    await rm(disk, { recursive: true, force: true });
  }
});

async function expectFull(DATA_DIR: string): Promise<void> {
  const { code, stderr } = await run(['migrate'], { DATA_DIR });
  expect(stderr).toMatch(/Free space on the disk of .+, then start again\.\n$/);
  expect(stderr.match(/Free space/g)).toHaveLength(1);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
}

describe.runIf(canMount)('on a full disk', () => {
  it.each([1, 8, 30])('a first start on %i MB says so', async (megabytes) => {
    const disk = await makeDisk(megabytes);
    await expectFull(join(disk, 'data'));
  });

  it('a start with data says so, and works when space is free again', async () => {
    const DATA_DIR = join(await makeDisk(150), 'data');
    await copyCluster(inject('clusterFolder'), DATA_DIR);
    const ballast = join(DATA_DIR, 'ballast');
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
    await expectFull(DATA_DIR);
    await rm(ballast);
    expect((await run(['migrate'], { DATA_DIR })).code).toBe(0);
  });

  it('a service refuses writes, and loses and doubles nothing', async (context) => {
    const DATA_DIR = join(await makeDisk(200), 'data');
    await copyCluster(inject('clusterFolder'), DATA_DIR);
    const service = await start({ DATA_DIR });
    const ledger = keepWriting(() => [service.url]);
    await ledger.confirmed(15);
    const ballast = join(DATA_DIR, 'ballast');
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
    await sleep(4000);
    await rm(ballast);
    await ledger.confirmed(15);
    await ledger.stop();
    const rows = await query<{ question_text: string }>(
      DATA_DIR,
      'SELECT question_text FROM questions',
    );
    record(context, 'full disk', ledger.check(rows));
    expect(await service.end()).toEqual({ code: 0, signal: null });
  });
});
