import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { Json } from '../support/app.ts';
import { copyCluster } from '../support/copy-folder.ts';
import { record } from '../support/experiment-table.ts';
import { keepWriting } from '../support/ledger.ts';
import { query, stopPostgres } from '../support/postgres.ts';
import { createServices, type Service } from '../support/service.ts';

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

  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const text = `Which is number ${n}? ${'And why? '.repeat(20)}`;
      const question = { question_text: text, correct_answer: `${n}`, category: 'Science' };
      return `${JSON.stringify({ ...question, difficulty: n % 3, source: 'disk', external_id: `${n}` })}\n`;
    }).join('');

  /** Fills the disk but for so many megabytes. */
  async function fill(DATA_DIR: string, free: number): Promise<string> {
    const ballast = join(DATA_DIR, 'ballast');
    const { bavail, bsize } = await statfs(DATA_DIR);
    const count = Math.floor((bavail * bsize) / 2 ** 20) - free;
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M', `count=${count}`]);
    return ballast;
  }

  const upload = async ({ url }: Service, file: string) => {
    const answer = await fetch(`${url}/questions/import`, { method: 'POST', body: file });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const ended = async ({ rest }: Service, id: string): Promise<Json> => {
    const read = async () => (await rest('GET', `/imports/${id}`)).body;
    await expect
      .poll(async () => (await read()).status, { timeout: 120_000, interval: 500 })
      .toMatch(/SUCCEEDED|FAILED/);
    return read();
  };

  it.each([
    ['uploaded', 4],
    ['stored', 40],
  ])(
    'an import that is being %s leaves nothing behind, and succeeds when there is space',
    async (step, free) => {
      const rows = 30_000;
      const DATA_DIR = join(await makeDisk(400), 'data');
      await copyCluster(inject('clusterFolder'), DATA_DIR);
      const service = await start({ DATA_DIR, WORKERS: '1' });
      const file = lines(rows);
      const ballast = await fill(DATA_DIR, free);
      const first = await upload(service, file);
      if (step === 'uploaded') {
        expect(first.status).toBe(503);
        expect(first.body.detail).toMatch(
          /The disk of the database is full, and nothing was stored/,
        );
      } else {
        expect(first.status).toBe(202);
        await expect.poll(() => service.stdout()).toMatch(/No space left|unreachable|disk/i);
      }
      expect([0, undefined]).toContain(await service.count().catch(() => undefined));
      await rm(ballast);
      await expect.poll(() => service.count().catch(() => -1)).not.toBe(-1);
      if (step === 'stored') {
        // Taken up again, or lost with the server that had to be restarted: whole or not at all.
        const { status } = await ended(service, first.body.id);
        expect(await service.count()).toBe(status === 'SUCCEEDED' ? rows : 0);
      } else expect(await service.count()).toBe(0);
      const again = await upload(service, file);
      expect(again.status).toBe(202);
      expect(await ended(service, again.body.id)).toMatchObject({ status: 'SUCCEEDED', failed: 0 });
      expect(await service.count()).toBe(rows);
      const staged = await query<{ count: number }>(
        DATA_DIR,
        'SELECT count(*)::int AS count FROM import_rows',
      );
      expect(staged[0]?.count).toBe(0);
      expect(await service.end()).toEqual({ code: 0, signal: null });
    },
    400_000,
  );
});
