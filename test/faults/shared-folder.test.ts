import { describe, expect, it } from 'vitest';
import { copyFolder } from '../support/copy-folder.ts';
import { findPostgres, postgresOf } from '../support/postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { createLocalServices } from '../support/service.ts';

const { makeDataDir, start, run } = createLocalServices();
const stopped = { code: 0, signal: null };

describe('services on one DATA_DIR', () => {
  it('come up on one server when two start at once, with samples loaded once', async () => {
    const DATA_DIR = await makeDataDir();
    // On two busy cores, one may wait longer for the samples that the other loads.
    const env = { DATA_DIR, SAMPLE_QUESTIONS: 'on', LOCK_TIMEOUT: '30s', STATEMENT_TIMEOUT: '30s' };
    const services = await Promise.all([1, 2].map(() => start(env)));
    for (const service of services) expect(await service.count()).toBe(576);
    const loads = services.filter((service) =>
      service.stdout().includes('Sample questions loaded'),
    );
    expect(loads).toHaveLength(1);
    expect(await Promise.all(services.map((service) => service.end()))).toEqual([stopped, stopped]);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });

  it('share the server, which the last to leave stops', async () => {
    const DATA_DIR = await makeDataDir({ state: 'initialized' });
    const first = await start({ DATA_DIR });
    const server = await postgresOf(DATA_DIR);
    const second = await start({ DATA_DIR });
    expect(await postgresOf(DATA_DIR)).toEqual(server);
    await first.rest('POST', '/questions', makeQuestion());
    expect(await second.count()).toBe(1);

    expect(await first.end()).toEqual(stopped);
    expect(await postgresOf(DATA_DIR)).toEqual(server);
    expect((await second.rest('POST', '/questions', makeQuestion())).status).toBe(201);
    expect(await second.count()).toBe(2);

    expect(await second.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });

  it('hand the server over when one leaves while another comes', async () => {
    const DATA_DIR = await makeDataDir({ state: 'initialized' });
    let service = await start({ DATA_DIR });
    await service.rest('POST', '/questions', makeQuestion());
    for (const _ of [1, 2]) {
      const coming = start({ DATA_DIR });
      expect(await service.end()).toEqual(stopped);
      service = await coming;
      expect(await service.count()).toBe(1);
    }
    await service.end();
  });
});

it('a service on a copy of a DATA_DIR never uses the server of the original', async () => {
  const [original, copy] = [
    await makeDataDir({ state: 'initialized' }),
    await makeDataDir({ state: 'empty' }),
  ];
  await run(['migrate'], { DATA_DIR: original });
  await copyFolder(original, copy);
  const first = await start({ DATA_DIR: original });
  const second = await start({ DATA_DIR: copy });
  await second.rest('POST', '/questions', makeQuestion());
  expect([await first.count(), await second.count()]).toEqual([0, 1]);
  expect((await postgresOf(copy)).port).not.toBe((await postgresOf(original)).port);
  expect(await Promise.all([first.end(), second.end()])).toEqual([stopped, stopped]);
});

describe('a command beside a running service', () => {
  it('shares its server and leaves it running', async () => {
    const DATA_DIR = await makeDataDir({ state: 'initialized' });
    const service = await start({ DATA_DIR });
    const server = await postgresOf(DATA_DIR);
    const migrated = await run(['migrate', '--json'], { DATA_DIR });
    expect(migrated).toEqual({ code: 0, stdout: '{"applied":[]}\n', stderr: '' });
    const printed = await run(['print', 'schema'], { DATA_DIR });
    expect(printed.code).toBe(0);
    expect(printed.stdout).toContain('type Query {');

    expect(await postgresOf(DATA_DIR)).toEqual(server);
    expect(await service.count()).toBe(0);
    await service.end();
  });
});

describe('a command alone', () => {
  it('starts the server, prints nothing but its answer, and stops the server', async () => {
    const DATA_DIR = await makeDataDir();
    const { code, stdout } = await run(['migrate', '--json'], { DATA_DIR });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).applied).toContain('20261115000000_questions');
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
    const again = await run(['migrate'], { DATA_DIR });
    expect(again.stdout).toBe('The database is up to date.\n');
  });
});
