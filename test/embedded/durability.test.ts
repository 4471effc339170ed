import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPostgres, killPostgres, postgresOf } from '../support/postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { createServices, type Service } from '../support/service.ts';

const { makeDataDir, start, launch } = createServices();

describe('what was stored', async () => {
  const DATA_DIR = await makeDataDir();
  const paths: string[] = [];

  async function addQuestion(service: Service): Promise<void> {
    const { status, body } = await service.rest('POST', '/questions', makeQuestion());
    expect(status).toBe(201);
    paths.push(`/questions/${body.id}`);
  }

  async function expectAll(service: Service): Promise<void> {
    expect(await service.count()).toBe(paths.length);
    for (const path of paths) expect((await service.rest('GET', path)).status).toBe(200);
  }

  it('survives a restart', async () => {
    const first = await start({ DATA_DIR });
    await addQuestion(first);
    expect(await first.end()).toEqual({ code: 0, signal: null });
    expect(await findPostgres(DATA_DIR)).toBeUndefined();

    const second = await start({ DATA_DIR });
    await expectAll(second);
    await second.end();
  });

  it('survives a killed service, whose PostgreSQL the next start takes over', async () => {
    const first = await start({ DATA_DIR });
    await addQuestion(first);
    const before = await postgresOf(DATA_DIR);
    await first.end('SIGKILL');

    const second = await start({ DATA_DIR });
    await expectAll(second);
    expect(await postgresOf(DATA_DIR)).toEqual(before);
    expect(await second.end()).toEqual({ code: 0, signal: null });
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });

  it('survives when the service and every process of PostgreSQL are killed', async () => {
    const first = await start({ DATA_DIR });
    await addQuestion(first);
    await first.end('SIGKILL');
    await killPostgres(DATA_DIR);

    const second = await start({ DATA_DIR });
    await expectAll(second);
    expect(await second.end()).toEqual({ code: 0, signal: null });
  });

  it('is served although nobody collects the dead PostgreSQL, so that its number stays taken', async () => {
    const parent = await start({ DATA_DIR });
    await addQuestion(parent);
    const dead = await postgresOf(DATA_DIR);
    parent.signal('SIGSTOP');
    await killPostgres(DATA_DIR);

    const second = await start({ DATA_DIR });
    expect((await postgresOf(DATA_DIR)).pid).not.toBe(dead.pid);
    await expectAll(second);
    parent.signal('SIGCONT');
    await parent.says('The embedded PostgreSQL is back.');
    await expectAll(parent);
    expect(await second.end()).toEqual({ code: 0, signal: null });
    await expectAll(parent);
    expect(await parent.end()).toEqual({ code: 0, signal: null });
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });

  it('is served although the pid file that a crash left names another process by now', async () => {
    const first = await start({ DATA_DIR });
    await addQuestion(first);
    const pidFile = join(DATA_DIR, 'postgres/data/postmaster.pid');
    const [, ...lines] = (await readFile(pidFile, 'utf8')).split('\n');
    await first.end();
    await writeFile(pidFile, [process.pid, ...lines].join('\n'));

    const second = await start({ DATA_DIR });
    expect((await postgresOf(DATA_DIR)).pid).not.toBe(process.pid);
    await expectAll(second);
    await second.end();
  });
});

describe('a first start that is killed half-way', () => {
  it('does not hinder the next one, which clears away what it left', async () => {
    const DATA_DIR = await makeDataDir();
    const killed = launch(['serve'], { env: { DATA_DIR, PORT: '0', SAMPLE_QUESTIONS: 'off' } });
    const drafts = async () =>
      (await readdir(DATA_DIR).catch(() => [])).filter((name) => name.endsWith('.new'));
    await expect.poll(drafts, { timeout: 30_000, interval: 5 }).not.toEqual([]);
    expect(await killed.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await drafts()).toEqual([`postgres.${killed.pid}.new`]);

    const service = await start({ DATA_DIR });
    expect(await service.count()).toBe(0);
    await service.end();
    expect(await drafts()).toEqual([]);
  });
});
