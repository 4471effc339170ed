import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openPool } from '../../src/db/pool.ts';
import { createLog } from '../../src/log.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createTestDatabase } from '../support/database.ts';

const pool = openPool({
  url: await createTestDatabase(),
  poolSize: 1,
  log: createLog({ level: 'error', isPretty: false }),
});
closeAfterFile(() => pool.end());

const read = async (values: readonly (string | null)[]) =>
  (await pool.query('SELECT * FROM unnest($1::text[]) AS value', [values])).rows.map(
    ({ value }) => value,
  );

it('reads values as they were written', async () => {
  // PostgreSQL stores neither NUL nor half of a surrogate pair.
  const value = fc
    .string({ unit: 'binary' })
    .map((text) => text.replaceAll('\0', '').toWellFormed());
  const values = fc.array(fc.option(value));
  await fc.assert(
    fc.asyncProperty(values, async (written) => {
      expect(await read(written)).toEqual(written);
    }),
    { numRuns: 50 },
  );
});

it('reads values that arrive in many pieces', async () => {
  const long = ['é'.repeat(200_000), null, '', '😀'.repeat(100_000), 'plain'.repeat(100_000)];
  expect(await read(long)).toEqual(long);
});

it('still reports the errors of the server, and works after them', async () => {
  await expect(pool.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
  expect(await read(['next'])).toEqual(['next']);
});
