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
