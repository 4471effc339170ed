import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { advisoryLocks } from '../../src/db/advisory-locks.ts';
import { createLog } from '../../src/log.ts';
import { createTestDatabase } from '../support/database.ts';

const DATABASE_URL = await createTestDatabase();
const observer = new pg.Client(DATABASE_URL);
await observer.connect();
afterAll(() => observer.end());

const countConnections = async () =>
  (
    await observer.query(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
  ).rowCount;

const config = readConfig({ DATABASE_URL, WORKERS: '1', ADMIN_PASSWORD: 'correct horse battery' });
const log = createLog({ level: 'silent', isPretty: false }, { write: () => undefined });
const fault = new Error('This setting cannot be read.');

/** A configuration that fails when this setting is read. */
function failingAt(setting: keyof Config): Config {
  return Object.defineProperty({ ...config }, setting, {
    get() {
      throw fault;
    },
  });
}

// In the order in which they are read: early, after the rate limits, after the jobs were opened.
it.each(['sampleQuestions', 'rateLimitAnonymous', 'trustProxy'] as const)(
  'an app that fails half-way, at %s, leaves nothing open',
  async (setting) => {
    await expect(createApp({ config: failingAt(setting), log })).rejects.toBe(fault);
    await expect.poll(countConnections).toBe(0);
  },
);

it('an app that is stopped leaves nothing open', async () => {
  const app = await createApp({ config, log });
  expect(await countConnections()).toBeGreaterThan(0);
  await app.stop();
  await expect.poll(countConnections).toBe(0);
});

it('an app that starts while another one fills the database waits for it longer than a request would', async () => {
  await observer.query('TRUNCATE accounts CASCADE');
  await observer.query('SELECT pg_advisory_lock($1)', [advisoryLocks.admins]);
  const lines: string[] = [];
  const app = createApp({
    config: { ...config, lockTimeout: 50 },
    log: createLog({ level: 'info', isPretty: false }, { write: (line) => void lines.push(line) }),
  });
  await expect.poll(() => lines.join()).toContain('Waiting for another node to fill the database');
  await observer.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.admins]);
  const { database, stop } = await app;
  expect(await database.prisma.account.count()).toBe(1);
  await stop();
});
