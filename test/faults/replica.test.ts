import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { hasDebianPostgres, startPrimary, startStandby } from '../support/debian-postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { createServices } from '../support/service.ts';

const { start } = createServices();

describe.skipIf(!hasDebianPostgres)('a read replica (package postgresql)', () => {
  it('serves lists and analyses that are never older than the writes of the node', async () => {
    const primary = await startPrimary();
    const standby = await startStandby(primary);
    const replica = new pg.Client(standby.url);
    await replica.connect();
    const used = async () => {
      const { rows } = await replica.query(
        `SELECT count(*)::int FROM pg_stat_activity
         WHERE application_name = 'quaestor' AND query LIKE '%FROM questions%'`,
      );
      return rows[0].count;
    };
    const service = await start({
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      ANONYMOUS_SCOPES: 'questions:read,questions:write,analysis:read,analysis:run',
    });
    const total = async (round: number, headers: Record<string, string> = {}) =>
      (
        await service.rest(
          'GET',
          `/questions?limit=1&created_after=2020-01-01T00:00:${10 + (round % 50)}Z&offset=${round}`,
          undefined,
          headers,
        )
      ).body.page.total;
    let made = 0;
    for (let round = 0; round < 60; round += 1) {
      if (round % 3 === 0) {
        expect(
          (
            await service.rest(
              'POST',
              '/questions',
              makeQuestion({ question_text: `Is this ${round}?` }),
            )
          ).status,
        ).toBe(201);
        made += 1;
      }
      expect(await total(round)).toBe(made);
      await sleep(30);
    }
    // Without writes, lists come from the replica.
    let round = 100;
    const reads = async () => {
      round += 1;
      await total(round);
      return used();
    };
    await expect.poll(reads, { interval: 100 }).toBeGreaterThan(0);

    // One that does not replay is not read; nobody waits for it.
    await replica.query('SELECT pg_wal_replay_pause()');
    // Also at once, for who asks for a fresh list of what others write.
    const other = new pg.Client(primary.url);
    await other.connect();
    await other.query('DELETE FROM questions WHERE id IN (SELECT id FROM questions LIMIT 1)');
    await other.end();
    made -= 1;
    round += 1;
    expect(await total(round, { 'cache-control': 'no-cache' })).toBe(made);
    await service.rest(
      'POST',
      '/questions',
      makeQuestion({ question_text: 'While it is paused?' }),
    );
    for (let more = 0; more < 20; more += 1) {
      round += 1;
      expect(await total(round)).toBe(made + 1);
      await sleep(100);
    }
    const run = await service.rest('POST', '/analysis/run', { analysis_type: 'coverage' });
    const result = async () => (await service.rest('GET', `/analysis/${run.body.id}`)).body;
    await expect.poll(async () => (await result()).status).toBe('SUCCEEDED');
    expect((await result()).question_count).toBe(made + 1);
    await replica.query('SELECT pg_wal_replay_resume()');
    const again = await service.rest('POST', '/analysis/run', { analysis_type: 'coverage' });
    const second = async () => (await service.rest('GET', `/analysis/${again.body.id}`)).body;
    await expect.poll(async () => (await second()).status).toBe('SUCCEEDED');
    expect((await second()).question_count).toBe(made + 1);

    await replica.end();
    // Lists go on when it is lost.
    await standby.kill();
    round += 1;
    expect(await total(round)).toBe(made + 1);
    expect(await service.end()).toEqual({ code: 0, signal: null });
  });
});
