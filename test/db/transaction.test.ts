import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { inTransaction, type Transaction } from '../../src/db/transaction.ts';
import { createLog } from '../../src/log.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createTestDatabase } from '../support/database.ts';

const { database } = await openDatabase({
  url: await createTestDatabase(),
  poolSize: 4,
  log: createLog({ level: 'error', isPretty: false }),
});
closeAfterFile(() => database.close());
await database.pool.query(
  'CREATE TABLE counters (name text PRIMARY KEY, value int NOT NULL DEFAULT 0)',
);

const increment = `UPDATE counters SET value = value + 1 WHERE name = $1`;
const readCounter = async (name: string) =>
  (await database.pool.query('SELECT value FROM counters WHERE name = $1', [name])).rows[0].value;

/** Increments a counter that others change after the transaction has begun, for this many attempts. */
async function incrementAgainst(name: string, conflicts: number) {
  await database.pool.query('INSERT INTO counters VALUES ($1)', [name]);
  let attempts = 0;
  const work = async (transaction: Transaction) => {
    attempts += 1;
    await transaction.$executeRawUnsafe('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await transaction.$queryRawUnsafe('SELECT value FROM counters');
    if (attempts <= conflicts) await database.pool.query(increment, [name]);
    await transaction.$executeRawUnsafe(increment, name);
    return 'done';
  };
  const outcome = await inTransaction(database, work).catch((error: unknown) => error);
  return { outcome, attempts: () => attempts };
}

describe('a transaction', () => {
  it.each([1, 2])('that loses to another %i times is tried again', async (conflicts) => {
    const name = `lost ${conflicts}`;
    const { outcome, attempts } = await incrementAgainst(name, conflicts);
    expect([outcome, attempts()]).toEqual(['done', conflicts + 1]);
    expect(await readCounter(name)).toBe(conflicts + 1);
  });

  it('that loses three times is given up', async () => {
    const { outcome, attempts } = await incrementAgainst('lost for good', 3);
    expect([outcome, attempts()]).toEqual([expect.any(Error), 3]);
    expect(await readCounter('lost for good')).toBe(3);
  });

  it('that fails for another reason is not tried again', async () => {
    let attempts = 0;
    const failing = inTransaction(database, async (transaction) => {
      attempts += 1;
      await transaction.$executeRawUnsafe('SELECT 1 / 0');
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(attempts).toBe(1);
  });
});

describe('a statement in a transaction of its own', () => {
  const add = 'INSERT INTO counters VALUES ($1) RETURNING name';
  const addAlone = (name: string) =>
    database.queryInTransaction({ text: add, values: [name] }).catch((error: Error) => error);

  it('is carried out, or not at all, and leaves its connection usable', async () => {
    const names = ['own', 'own', 'other'];
    for (const name of names) {
      const rows = await addAlone(name);
      if (rows instanceof Error) expect(rows.message).toMatch(/duplicate key/);
      else expect(rows).toEqual([{ name }]);
    }
    const invalid = { text: 'INSERT INTO no_such_table VALUES (1)', values: [] };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(database.queryInTransaction(invalid)).rejects.toThrow('no_such_table');
    }
    const { rows } = await database.pool.query(
      "SELECT name FROM counters WHERE name IN ('own', 'other')",
    );
    expect(rows).toHaveLength(2);
    const open = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
    expect((await database.pool.query(open)).rows).toEqual([]);
  });

  it('does not last if its connection is lost before the end', async () => {
    const lost = database.queryInTransaction({
      text: `WITH added AS (${add}) SELECT pg_terminate_backend(pg_backend_pid()) FROM added`,
      values: ['lost'],
    });
    await expect(lost).rejects.toThrow();
    expect(await addAlone('lost')).toEqual([{ name: 'lost' }]);
  });
});

it('passes connections on to those who wait, each with the rows of its own statement', async () => {
  const asked = Array.from({ length: 60 }, (_, n) => n);
  const read = async (n: number) => {
    const text = n % 7 === 0 ? 'SELECT 1 / ($1::int - $1::int) AS n' : 'SELECT $1::int AS n';
    const failed = [{ n: 'failed' }];
    const [row] = await database.query<{ n: unknown }>({ text, values: [n] }).catch(() => failed);
    return row?.n;
  };
  const outcomes = await Promise.all(asked.map(read));
  expect(outcomes).toEqual(asked.map((n) => (n % 7 === 0 ? 'failed' : n)));
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});
