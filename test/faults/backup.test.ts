import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createBareDatabase } from '../support/database.ts';
import { mountDisk } from '../support/disk.ts';
import { fillTables, tableNames } from '../support/every-table.ts';
import { record } from '../support/experiment-table.ts';
import { keepWriting, readQuestions } from '../support/ledger.ts';
import { postgresOf } from '../support/postgres.ts';
import { createServices } from '../support/service.ts';

const count = 100_000;
const { makeDataDir, start, run, launch } = createServices();
const admin = { email: 'admin@localhost', password: 'a password long enough' };
const jwks = '/.well-known/jwks.json';
const folder = await mkdtemp(join(tmpdir(), 'quaestor-backups-'));
closeAfterFile(() => rm(folder, { recursive: true, force: true }));

const DATA_DIR = await makeDataDir();
const env = { DATA_DIR, ADMIN_PASSWORD: admin.password };
const service = await start({ ...env, WORKERS: '0' });
const url = await urlOf(DATA_DIR);
await fillTables(url);
await query(
  url,
  `WITH added AS (
     INSERT INTO questions (id, question_text, correct_answer, incorrect_answers, category, difficulty)
     SELECT gen_random_uuid(), 'Which is number ' || n || '? ' || md5(n::text), n::text,
       ARRAY[(n + 1)::text, 'tab' || chr(9), E'line\\n', '\\N'], 'Science', n % 3
     FROM generate_series(1, ${count}) AS n RETURNING *
   ) INSERT INTO question_versions (question_id, version, change, changed_by, changed_at, question_text,
       correct_answer, incorrect_answers, category, difficulty)
     SELECT id, 1, 'created', 'test', now(), question_text, correct_answer, incorrect_answers, category,
       difficulty FROM added`,
);

async function urlOf(dataDir: string): Promise<string> {
  const { port } = await postgresOf(dataDir);
  const password = await readFile(join(dataDir, 'postgres/password'), 'utf8');
  return `postgresql://quaestor:${encodeURIComponent(password.trim())}@127.0.0.1:${port}/quaestor`;
}

async function query(at: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(at);
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Encrypted anew, or of the server. */
const own: Readonly<Record<string, string>> = {
  signing_keys: `- 'private_key'`,
  shared_secrets: `- 'value'`,
  second_factors: `- 'secret'`,
  webhooks: `- '{secret,previous_secret,enabled,disabled_reason}'::text[]`,
  event_sequencer: `- '{cluster,snapshot}'::text[]`,
  change_log_pruning: `- '{restored_id,pruned,snapshot}'::text[]`,
};

/** The number of rows of each table and a hash of all, generated columns included. */
async function fingerprint(at: string): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {};
  for (const name of await tableNames(at)) {
    const row = `md5((to_jsonb(t) ${own[name] ?? ''})::text)`;
    [tables[name]] = await query(
      at,
      `SELECT count(*), md5(string_agg(${row}, '' ORDER BY ${row})) FROM ${name} AS t`,
    );
  }
  return tables;
}

describe(`a bank of ${count} questions`, () => {
  it('is backed up under load as of one moment, without a failed request', async (context) => {
    const file = join(folder, 'busy.backup');
    const ledger = keepWriting(() => [service.url]);
    await ledger.confirmed(50);
    const before = new Set(ledger.acknowledged);
    expect(await run(['backup', file], env)).toMatchObject({ code: 0 });
    await ledger.confirmed(50);
    await ledger.stop();
    record(context, 'backup under load', ledger.check(await readQuestions(url)));
    const DATABASE_URL = await createBareDatabase();
    const restored = await run(['restore', file], { DATABASE_URL });
    expect([restored.code, restored.stderr]).toEqual([0, expect.not.stringContaining('rror')]);
    const texts = new Set((await readQuestions(DATABASE_URL)).map((row) => row.question_text));
    expect([...before].filter((text) => !texts.has(text))).toEqual([]);
    const [torn] = await query(
      DATABASE_URL,
      `SELECT count(*)::int FROM questions FULL JOIN question_versions AS v
         ON v.question_id = questions.id AND v.version = questions.version
       WHERE questions.id IS NULL AND v.change = 'created' OR v.question_id IS NULL AND questions.category <> 'Science'`,
    );
    expect(torn).toEqual({ count: 0 });
  });

  it('equals its restored copy table by table, which has its signing keys', async () => {
    // Restoring gives positions to events that have none yet.
    await query(url, 'SELECT sequence_events()');
    const backUpUnchanged = async (file: string) => {
      const source = await fingerprint(url);
      const written = await run(['backup', file, '--json'], env);
      expect(written.code).toBe(0);
      return isDeepStrictEqual(await fingerprint(url), source) && { file, source, written };
    };
    // A service deletes what has expired once, a minute after its start.
    const { file, source, written } =
      (await backUpUnchanged(join(folder, 'quiet.backup'))) ||
      (await backUpUnchanged(join(folder, 'quieter.backup'))) ||
      expect.unreachable();
    expect((await stat(`${file}.key`)).mode & 0o777).toBe(0o600);
    const DATABASE_URL = await createBareDatabase();
    const DATA_KEY = 'another-key-of-another-database-0123456789abc';
    const begun = performance.now();
    expect(await run(['restore', file], { DATABASE_URL, DATA_KEY })).toMatchObject({ code: 0 });
    const seconds = Math.round(performance.now() - begun) / 1000;
    console.log(`backup ${written.stdout.trim()}, restore ${seconds} s`);
    expect(await fingerprint(DATABASE_URL)).toEqual(source);

    const copy = await start({ DATABASE_URL, DATA_KEY, WORKERS: '0' });
    expect((await copy.rest('GET', jwks)).body).toEqual((await service.rest('GET', jwks)).body);
    const { body } = await copy.rest('POST', '/auth/login', admin);
    const headers = { Authorization: `Bearer ${body.access_token}` };
    const events = await copy.rest('GET', '/events?limit=1', undefined, headers);
    expect(events.body.data).toHaveLength(1);
    expect(await copy.end()).toEqual({ code: 0, signal: null });
  });

  it('is restored without its key with new signing keys and webhooks that need secrets', async () => {
    const file = join(folder, 'quiet.backup');
    const keyless = join(folder, 'no.key');
    const other = await makeDataDir();
    const lost = await run(['restore', file, '--key-file', keyless], { DATA_DIR: other });
    expect(lost.stderr).toMatch(/The key cannot be read: ENOENT/);
    await rm(`${file}.key`);
    const restored = await run(['restore', file, '--enable-webhooks'], { DATA_DIR: other });
    expect(restored.stdout).toMatch(/backup\.key is missing\. New signing keys will be made/);
    const copy = await start({ ...env, DATA_DIR: other, WORKERS: '0' });
    expect((await copy.rest('POST', '/auth/login', admin)).status).toBe(200);
    const keys = await Promise.all([copy.rest('GET', jwks), service.rest('GET', jwks)]);
    expect(keys[0]?.body).not.toEqual(keys[1]?.body);
    expect(await query(await urlOf(other), 'SELECT enabled FROM webhooks')).toEqual([
      { enabled: false },
    ]);
    expect(await copy.end()).toEqual({ code: 0, signal: null });
  });

  it('leaves no file of that name when the backup is killed', async () => {
    const place = await mkdtemp(join(folder, 'killed-'));
    const file = join(place, 'killed.backup');
    const backup = launch(['backup', file], { env });
    await expect.poll(() => readdir(place), { interval: 5 }).toHaveLength(1);
    await backup.end('SIGKILL');
    expect((await readdir(place)).filter((name) => !name.endsWith('.partial'))).toEqual([]);
    const interrupted = launch(['backup', file], { env });
    await expect.poll(() => readdir(place), { interval: 5 }).toHaveLength(2);
    expect(await interrupted.end('SIGTERM')).toEqual({ code: 1, signal: null });
    expect(interrupted.stderr()).toMatch(/^Interrupted; nothing was left behind\.$/m);
    expect(await readdir(place)).toHaveLength(1);
  });

  it('leaves an empty database when the restore is killed', async () => {
    const DATABASE_URL = await createBareDatabase();
    const file = join(folder, 'quiet.backup');
    const restore = launch(['restore', file], { env: { DATABASE_URL } });
    const copying = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'COPY "questions"%' AND datname = current_database()`;
    await expect.poll(() => query(DATABASE_URL, copying), { interval: 20 }).toHaveLength(1);
    await restore.end('SIGKILL');
    await expect.poll(() => tableNames(DATABASE_URL)).toEqual([]);
    expect(await run(['restore', file], { DATABASE_URL })).toMatchObject({ code: 0 });
  });
});

const disk = await mountDisk(2);

it.runIf(disk)('a disk that fills up gets no file, and the service goes on', async () => {
  const { code, stderr } = await run(['backup', join(disk ?? '', 'full.backup')], env);
  expect(stderr).toMatch(/^The backup cannot be written: ENOSPC.+ Nothing was left behind/m);
  expect(code).toBe(1);
  expect(await readdir(disk ?? '')).toEqual([]);
  expect((await service.rest('GET', '/readyz')).status).toBe(200);
});
