import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { connectDatabase } from '../../src/db/database.ts';
import { isDiskFull } from '../../src/db/database-error.ts';
import { saveImport } from '../../src/db/imports/save-import.ts';
import { defaultPolicy } from '../../src/formats/import-options.ts';
import type { FileToImport } from '../../src/jobs/imports/read-import.ts';
import { readHere } from '../../src/jobs/imports/reading.ts';
import { saveInThread } from '../../src/jobs/imports/save-in-thread.ts';
import { countTraffic } from '../../src/jobs/traffic.ts';
import { createLog } from '../../src/log.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createTestDatabase } from '../support/database.ts';

const logged: string[] = [];
const log = createLog({ level: 'debug', isPretty: false }, { write: (line) => logged.push(line) });
const database = connectDatabase({ url: await createTestDatabase(), poolSize: 2, log });
closeAfterFile(() => database.close());
const lines = Array.from({ length: 3000 }, (_, n) => {
  const id = `0199d3a2-0000-7000-8000-${String(n).padStart(12, '0')}`;
  return `${id},Which is number ${n}?,"It, too",Science,${n === 2500 ? 7 : n % 3}\n`;
});
const content = Buffer.from(`id,question,answer,category,level\n${lines.join('')}`);

/** A file in chunks that end anywhere; `then` is what comes after them. */
const fileOf = (then: () => Promise<void> = async () => undefined) => ({
  bytes: (async function* () {
    for (let at = 0; at < content.length; at += 10_007) yield content.subarray(at, at + 10_007);
    await then();
  })(),
  mapping: {},
  defaults: { source: 'a book' },
  policy: { ...defaultPolicy, onError: 'skip' as const },
});
const save = (file: FileToImport, id = uuidv7(), name?: () => string) =>
  saveInThread(database, { id, by: 'somebody', name }, file, countTraffic().shared);
const uploads = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'quaestor upload'`,
  );
  return rows.map(({ pid }) => pid);
};
const count = async (table: string) =>
  (await database.pool.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count;

it('saves the rows and the report that reading in the same thread gives', async () => {
  const [one, other] = [uuidv7(), uuidv7()];
  const [file, reading] = [fileOf(), readHere(other, fileOf())];
  const { saved, read } = await save(file, one, () => 'the first of a request');
  expect(saved).toEqual({ id: one, status: 'QUEUED' });
  await saveImport(database, { id: other, by: 'somebody', policy: file.policy, ...reading });
  expect(read).toEqual(reading.finish());
  expect(read).toMatchObject({ format: 'csv', report: { read: 3000, failed: 1 } });
  const rowsOf = async (id: string) =>
    (await database.pool.query('SELECT * FROM import_rows WHERE import_id = $1 ORDER BY row', [id]))
      .rows;
  const rows = await rowsOf(one);
  expect(rows).toHaveLength(2999);
  expect(await rowsOf(other)).toEqual(rows.map((row) => ({ ...row, import_id: other })));
  expect(logged.join('')).toContain('COPY import_rows');
  // Of a request that is repeated because its process was lost.
  const again = await save(fileOf(), uuidv7(), () => 'the first of a request');
  expect(again.saved).toEqual(saved);
  await database.pool.query('DELETE FROM import_rows');
});

it('ends with what ended the file and with its signal, and leaves nothing behind', async () => {
  const imports = await count('imports');
  const gone = new Error('The client has left');
  await expect(save(fileOf(() => Promise.reject(gone)))).rejects.toBe(gone);

  const stopping = new AbortController();
  let isReturned = false;
  const endless = async function* () {
    try {
      yield* fileOf().bytes;
      await expect.poll(uploads).toHaveLength(1);
      stopping.abort(new Error('Out of time'));
      yield content;
    } finally {
      isReturned = true;
    }
  };
  const stopped = save({ ...fileOf(), bytes: endless(), signal: stopping.signal });
  await expect(stopped).rejects.toThrow('Out of time');
  await expect.poll(() => isReturned).toBe(true);

  await expect.poll(uploads).toEqual([]);
  expect([await count('imports'), await count('import_rows')]).toEqual([imports, 0]);
});

it('fails as the database does', async () => {
  await database.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'no space' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON import_rows EXECUTE FUNCTION refuse()`);
  const error = await save(fileOf()).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: 'no space', severity: 'ERROR' });
  expect(isDiskFull(error)).toBe(true);
});
