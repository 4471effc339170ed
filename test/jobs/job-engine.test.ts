import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import type { JobDefinition, JobHandler } from '../../src/jobs/job-definition.ts';
import { defineWork, type JobEngine, startJobEngine } from '../../src/jobs/job-engine.ts';
import { createLog } from '../../src/log.ts';
import { createTestDatabase } from '../support/database.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

interface Letter {
  readonly text: string;
}

const letters: JobDefinition<Letter> = {
  queue: 'letters',
  payload: z.object({ text: z.string() }),
  attempts: 3,
  backoffMs: 1,
};

const log = createLog({ level: 'silent', isPretty: false }, { write: () => undefined });

describe.each([
  ['PostgreSQL', true],
  ['Redis', hasRedis],
])('a kind of job, on %s', (store, isAvailable) => {
  let database: Database;
  let redisUrl: string | undefined;
  const engines: JobEngine[] = [];

  beforeAll(async () => {
    database = connectDatabase({ url: await createTestDatabase(), poolSize: 2, log });
  });
  afterAll(async () => {
    await Promise.all(engines.map((engine) => engine.stop()));
    await database.close();
  });

  function start(work: JobHandler<Letter>['work']): JobEngine {
    const handler: JobHandler<Letter> = { concurrency: 2, work, sweep: async () => undefined };
    const engine = startJobEngine({ database, redisUrl, log }, [defineWork(letters, handler)]);
    engines.push(engine);
    return engine;
  }

  it.runIf(isAvailable)(
    'is worked once, again when it fails, and elsewhere when returned',
    async () => {
      if (store === 'Redis') redisUrl = (await startRedis()).url;
      const seen: string[] = [];
      const failures = () => seen.filter((line) => line === 'two fails');
      const first = start(async ({ jobId, payload: { text } }) => {
        seen.push(`${jobId} ${text}`);
        if (text === 'fails' && failures().length < 3) throw new Error('not yet');
        return 'done';
      });
      // Before the queue is open; nothing else would add it.
      await first.add(letters, 'one', { text: 'hello' });
      await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['one hello']);
      await first.add(letters, 'two', { text: 'fails' });
      await expect.poll(failures).toHaveLength(3);

      await first.stop();
      let begun = '';
      const second = start(async ({ jobId, signal }) => {
        begun = jobId;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return 'returned';
      });
      await second.add(letters, 'three', { text: 'long' });
      await expect.poll(() => begun, { timeout: 10_000 }).toBe('three');
      await second.stop();
      const worked = new Promise<string>((resolve) => {
        start(async ({ jobId }) => {
          resolve(jobId);
          return 'done';
        });
      });
      expect(await worked).toBe('three');
    },
  );
});
