import { describe, expect, it } from 'vitest';
import { findPostgres, killPostgres, query } from '../support/postgres.ts';
import { createServices } from '../support/service.ts';

const { makeDataDir, start } = createServices();
const stopped = { code: 0, signal: null };

describe('services on one DATA_DIR', () => {
  it('come up on one server when four start at once on an empty folder, with samples loaded once', async () => {
    const DATA_DIR = await makeDataDir({ state: 'empty' });
    const startFour = () =>
      Promise.all([1, 2, 3, 4].map(() => start({ DATA_DIR, SAMPLE_QUESTIONS: 'on' })));
    const services = await startFour();
    expect(new Set(services.map(({ url }) => url)).size).toBe(4);
    for (const service of services) expect(await service.count()).toBe(576);
    expect(await usersOf(DATA_DIR)).toEqual(services.map(({ pid }) => pid).sort());
    const loads = services.filter((service) =>
      service.stdout().includes('Sample questions loaded'),
    );
    expect(loads).toHaveLength(1);

    // The same after a crash, when all find the same stale pid file.
    await Promise.all(services.map((service) => service.end('SIGKILL')));
    await killPostgres(DATA_DIR);
    const again = await startFour();
    for (const service of again) expect(await service.count()).toBe(576);
    expect(await usersOf(DATA_DIR)).toEqual(again.map(({ pid }) => pid).sort());
    expect(await Promise.all(again.map((service) => service.end()))).toEqual(
      again.map(() => stopped),
    );
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });
});

/** The processes that hold a lease on the server. */
async function usersOf(dataDir: string): Promise<number[]> {
  const rows = await query<{ pid: number }>(
    dataDir,
    `SELECT substr(application_name, 10)::int AS pid FROM pg_stat_activity
     WHERE application_name ~ '^quaestor \\d+$'`,
  );
  return rows.map(({ pid }) => pid).sort();
}
