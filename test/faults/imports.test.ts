import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createTestDatabase } from '../support/database.ts';
import { record } from '../support/experiment-table.ts';
import { createServices } from '../support/service.ts';

const { start } = createServices();
const rows = 20_000;
const kills = 4;
const env = { DATABASE_URL: await createTestDatabase(), WORKERS: '1', LOG_LEVEL: 'warn' };
const client = new pg.Client(env.DATABASE_URL);
await client.connect();
closeAfterFile(() => client.end());

const line = (n: number) =>
  `${JSON.stringify({ question_text: `Which is number ${n}?`, correct_answer: `${n}`, category: 'Science', difficulty: n % 3, source: 'kills', external_id: `${n}` })}\n`;
const send = (url: string, file: AsyncIterable<Uint8Array>, query = '') =>
  fetch(`${url}/questions/import${query}`, {
    method: 'POST',
    body: Readable.toWeb(Readable.from(file)) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
/** The most memory that the process has had, in bytes. */
const peakOf = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) * 1024;
};
const count = async (table: string) =>
  Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

it('an import is stored once and whole, however often its process is killed', async (context) => {
  const file = Array.from({ length: rows }, (_, n) => line(n)).join('');
  let service = await start(env);
  const answer = await fetch(`${service.url}/questions/import`, { method: 'POST', body: file });
  expect(answer.status).toBe(202);
  const path = answer.headers.get('location') ?? '';
  const statusOf = async () => (await service.rest('GET', path)).body.status;
  for (let kill = 0; kill < kills && (await statusOf()) !== 'SUCCEEDED'; kill += 1) {
    await sleep(200 + Math.random() * 1500);
    await service.end('SIGKILL');
    const stored = await count('questions');
    expect([0, rows]).toContain(stored);
    service = await start(env);
  }
  await expect.poll(statusOf, { timeout: 120_000, interval: 500 }).toBe('SUCCEEDED');
  const present = await count('questions');
  const versions = await count('question_versions');
  expect(await count('import_rows')).toBe(0);
  // The first plans after it are those for so many questions.
  const known = "SELECT reltuples::int FROM pg_class WHERE oid = 'question_slots'::regclass";
  expect((await client.query(known)).rows).toEqual([{ reltuples: rows }]);
  expect((await service.rest('GET', path)).body).toMatchObject({ added: rows, failed: 0 });
  const undone = await service.rest('POST', `${path}/undo`);
  expect([undone.status, undone.body.status, await count('questions')]).toEqual([200, 'UNDONE', 0]);
  record(context, 'import of 20,000 rows, killed while it is stored', {
    acknowledged: rows,
    present,
    lost: rows - Math.min(present, versions),
    doubled: Math.max(0, Math.max(present, versions) - rows),
    failed: 0,
  });
  await service.end('SIGTERM');
});

it('an upload whose client hangs up half-way leaves nothing behind', async () => {
  const service = await start(env);
  const imports = await count('imports');
  const upload = request(`${service.url}/questions/import`, { method: 'POST' });
  upload.on('error', () => undefined);
  for (let n = 0; n < 5000; n += 1) {
    if (!upload.write(line(rows + n))) await once(upload, 'drain');
  }
  const staging = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'quaestor upload'`;
  const uploads = async () => (await client.query(staging)).rows[0].count;
  await expect.poll(uploads).toBe(1);
  upload.destroy();
  await expect.poll(uploads, { timeout: 40_000 }).toBe(0);
  expect([await count('imports'), await count('import_rows')]).toEqual([imports, 0]);
  expect((await service.rest('GET', '/questions?limit=1')).status).toBe(200);
  await service.end('SIGTERM');
});

it('an upload may take longer than any other request, as long as it gets on', async () => {
  const service = await start(env);
  const before = await count('questions');
  const slow = async function* () {
    for (let n = 0; n < 14; n += 1) {
      yield Buffer.from(
        Array.from({ length: 150 }, (_, at) => line(50_000 + n * 150 + at)).join(''),
      );
      await sleep(5000);
    }
  };
  const answer = await send(service.url, slow());
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as { id: string };
  const statusOf = async () => (await service.rest('GET', `/imports/${id}`)).body.status;
  await expect.poll(statusOf).toBe('SUCCEEDED');
  expect(await count('questions')).toBe(before + 14 * 150);
  await service.end('SIGTERM');
});

it('a quote that is not closed on line 99,999 is named, and nothing is stored', async () => {
  const service = await start(env);
  const imports = await count('questions');
  const row = (n: number) => `Which is number ${n}?,${n},Science,${n % 3}\n`;
  const text = (first: number, last: number) =>
    Array.from({ length: last - first }, (_, n) => row(first + n)).join('');
  const file = async function* () {
    yield Buffer.from('question,answer,category,difficulty\n');
    yield Buffer.from(text(2, 99_999));
    yield Buffer.from(`"${row(99_999)}`);
    // Without a bound, the rest would be one cell.
    for (let n = 100_000; n < 400_000; n += 1000) yield Buffer.from(text(n, n + 1000));
  };
  const before = await peakOf(service.pid);
  const answer = await send(service.url, file(), '?on_error=skip');
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    errors: [{ row: null, line: 99_999, code: 'too_long', suggestion: expect.any(String) }],
  });
  expect(await count('questions')).toBe(imports);
  expect((await peakOf(service.pid)) - before).toBeLessThan(300e6);
  await service.end('SIGTERM');
});
