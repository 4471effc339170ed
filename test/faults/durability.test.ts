import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPostgres, killPostgres, postgresOf } from '../support/postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { createLocalServices, createServices, type Service } from '../support/service.ts';

const { makeDataDir, start } = createLocalServices();
const processes = createServices();
const stopped = { code: 0, signal: null };

describe('what was stored', async () => {
  const DATA_DIR = await makeDataDir();
  const paths: string[] = [];
  let service: Service;

  beforeAll(async () => {
    service = await start({ DATA_DIR });
  });

  beforeEach(async () => {
    const { status, body } = await service.rest('POST', '/questions', makeQuestion());
    expect(status).toBe(201);
    paths.push(`/questions/${body.id}`);
  });

  /** Starts the service that the next test reuses; as a process if that test kills it. */
  async function startAgain({ isProcess }: { isProcess: boolean }): Promise<void> {
    service = await (isProcess ? processes : { start }).start({ DATA_DIR });
    await expectAll(service);
  }

  async function expectAll({ count, rest }: Service): Promise<void> {
    expect(await count()).toBe(paths.length);
    for (const path of paths) expect((await rest('GET', path)).status).toBe(200);
  }

  it('survives a restart', async () => {
    expect(await service.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
    await startAgain({ isProcess: true });
  });

  it('survives a killed service, whose PostgreSQL the next start takes over', async () => {
    const before = await postgresOf(DATA_DIR);
    await service.end('SIGKILL');
    await startAgain({ isProcess: false });
    expect(await postgresOf(DATA_DIR)).toEqual(before);
    expect(await service.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
    await startAgain({ isProcess: true });
  });

  it('survives when the service and every process of PostgreSQL are killed', async () => {
    await service.end('SIGKILL');
    await killPostgres(DATA_DIR);
    await startAgain({ isProcess: true });
  });

  it('is served although nobody collects the dead PostgreSQL, so that its number stays taken', async () => {
    const parent = service;
    const dead = await postgresOf(DATA_DIR);
    parent.signal('SIGSTOP');
    await killPostgres(DATA_DIR);
    await startAgain({ isProcess: false });
    expect((await postgresOf(DATA_DIR)).pid).not.toBe(dead.pid);

    parent.signal('SIGCONT');
    await parent.says('Embedded PostgreSQL is available again');
    await expectAll(parent);
    expect(await parent.end()).toEqual(stopped);
    await expectAll(service);
  });

  it('is served although the pid file that a crash left names another process by now', async () => {
    const pidFile = join(DATA_DIR, 'postgres/data/postmaster.pid');
    const [, ...lines] = (await readFile(pidFile, 'utf8')).split('\n');
    expect(await service.end()).toEqual(stopped);
    await writeFile(pidFile, [process.pid, ...lines].join('\n'));
    await startAgain({ isProcess: false });
    expect((await postgresOf(DATA_DIR)).pid).not.toBe(process.pid);
  });
});

describe('a first start that is killed half-way', () => {
  it('does not hinder the next one, which clears away what it left', async () => {
    const DATA_DIR = await makeDataDir({ state: 'empty' });
    const killed = processes.launch(['serve'], {
      env: { DATA_DIR, PORT: '0', SAMPLE_QUESTIONS: 'off' },
    });
    const drafts = async () =>
      (await readdir(DATA_DIR).catch(() => [])).filter((name) => name.endsWith('.new'));
    await expect.poll(drafts, { interval: 5 }).not.toEqual([]);
    expect(await killed.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await drafts()).toEqual([expect.stringMatching(/^postgres\.[\w-]{36}\.new$/)]);

    const service = await start({ DATA_DIR });
    expect(await service.count()).toBe(0);
    await service.end();
    expect(await drafts()).toEqual([]);
  });
});
