import { describe, expect, it } from 'vitest';
import type { Json } from '../support/app.ts';
import { hammer } from '../support/hammer.ts';
import { expectNoFailures, isDone, isRefused, waitForEach } from '../support/hits.ts';
import { findPostgres, killPostgres, postgresOf, query, waitForEnd } from '../support/postgres.ts';
import { createServices } from '../support/service.ts';

const { makeDataDir, start } = createServices();
const stopped = { code: 0, signal: null };

describe('an embedded PostgreSQL that is killed', () => {
  it('is brought back by the services that use it, which give 503 meanwhile and lose nothing', async () => {
    const DATA_DIR = await makeDataDir();
    const services = await Promise.all([start({ DATA_DIR }), start({ DATA_DIR })]);
    const loads = services.map(hammer);
    const recovered = () =>
      Promise.all(loads.map(({ hits }) => waitForEach(hits, isDone, { from: hits.length })));
    await recovered();
    for (const killAll of [true, false]) {
      const before = await postgresOf(DATA_DIR);
      if (killAll) await killPostgres(DATA_DIR);
      else process.kill(before.pid, 'SIGKILL');
      await waitForEnd(before.pid);
      await recovered();
      expect((await postgresOf(DATA_DIR)).pid).not.toBe(before.pid);
    }
    await Promise.all(loads.map(({ stop }) => stop()));
    const hits = loads.flatMap((load) => load.hits);
    expectNoFailures(hits);
    expect(hits.some(isRefused)).toBe(true);

    const ids = hits.filter(({ status }) => status === 201).flatMap(({ body }) => idsIn(body));
    const stored = await query<{ id: string }>(DATA_DIR, 'SELECT id FROM questions');
    expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    for (const service of services) expect(await service.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });
});

function idsIn(body: Json): string[] {
  return (body.data ?? [body]).map(({ id }: { id: string }) => id);
}
