import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts';
import { fillTables, readTables, tableNames } from '../support/every-table.ts';
import { createLocalServices } from '../support/service.ts';

const { run } = createLocalServices();
const source = await createTestDatabase();
await fillTables(source);
const folder = await mkdtemp(join(tmpdir(), 'quaestor-backup-'));
const file = join(folder, 'backup.gz');
const written = await run(['backup', file, '--json'], { DATABASE_URL: source });

/** Indexes and constraints, as PostgreSQL prints them. */
async function readDefinitions(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    `SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1`,
  );
  await client.end();
  return rows.map(({ text }) => text);
}

it('a backup has every table of the schema and is readable by its owner alone', async () => {
  expect(written.stderr).toBe('');
  const models = await readFile(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  const tables = [...models.matchAll(/@@map\("(\w+)"\)/g)].map(([, name]) => name).sort();
  const lines = gunzipSync(await readFile(file)).toString();
  const headers = [...lines.matchAll(/^\{"table":"(\w+)"/gm)].map(([, name]) => name);
  expect(headers.sort()).toEqual(tables);
  const report = JSON.parse(written.stdout);
  expect(report).toMatchObject({ file, key_file: null, tables: tables.length });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await run(['backup', file], { DATABASE_URL: source });
  expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/exists\. Choose another/)]);
});

it('what is restored equals its source table by table; webhooks are disabled', async () => {
  const DATABASE_URL = await createEmptyDatabase();
  const { code, stdout, stderr } = await run(['restore', file, '--json'], { DATABASE_URL });
  expect([code, stderr]).toEqual([0, '']);
  const { rows } = JSON.parse(written.stdout);
  expect(JSON.parse(stdout)).toMatchObject({ rows, disabled_webhooks: 1, lost_secrets: false });
  const [expected, restored] = [await readTables(source), await readTables(DATABASE_URL)];
  const [webhook] = expected.webhooks ?? [];
  expect(restored.webhooks).toEqual([
    { ...webhook, enabled: false, disabled_reason: 'Restored from a backup' },
  ]);
  for (const name of await tableNames(source)) {
    expect(expected[name]?.length, name).toBeGreaterThan(0);
    if (['webhooks', 'change_log_pruning', 'event_sequencer'].includes(name)) continue;
    expect({ name, rows: restored[name] }).toEqual({ name, rows: expected[name] });
  }
  expect(await readDefinitions(DATABASE_URL)).toEqual(await readDefinitions(source));
  expect(restored.event_sequencer?.[0]?.last_position).toBe(
    expected.event_sequencer?.[0]?.last_position,
  );

  const over = await run(['restore', file], { DATABASE_URL });
  expect(over.code).toBe(1);
  expect(over.stderr).toMatch(
    /^The database is not empty: \w+ has rows, and nothing was changed\./m,
  );
});

it('--verify needs no database', async () => {
  const { code, stdout } = await run(['restore', file, '--verify']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /backup\.gz is complete: \d+ rows of \d+ tables, written by \d+\.\d+\.\d+ at/,
  );
});

it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
  ['cut short', (bytes) => bytes.subarray(0, -1000), /is incomplete: it ends before/],
  ['cut to a few bytes', (bytes) => bytes.subarray(0, 40), /is incomplete/],
  ['empty', () => Buffer.alloc(0), /is not a backup/],
  ['something else', () => Buffer.from('id,question\n1,Why?\n'), /is not a backup/],
  ['something else, compressed', () => gzipSync('id,question\n'), /is not a backup/],
  [
    'altered',
    (bytes) => gzipSync(gunzipSync(bytes).toString().replace('admin@', 'adnim@')),
    /is damaged: its content does not match/,
  ],
  [
    'shortened with care',
    (bytes) =>
      gzipSync(
        gunzipSync(bytes)
          .toString()
          .replace(/\{"rows".*\n$/, ''),
      ),
    /is incomplete/,
  ],
  [
    'of a newer format',
    (bytes) => gzipSync(gunzipSync(bytes).toString().replace('"version":1', '"version":2')),
    /was written by a newer release/,
  ],
  [
    'of newer tables',
    (bytes) => gzipSync(gunzipSync(bytes).toString().replace('{"name":"2026', '{"name":"2099')),
    /was written by a newer release, \d.+\. Restore it with that release/,
  ],
])('a file that is %s is refused in a sentence', async (_, change, sentence) => {
  const bad = join(folder, `${Math.random()}.gz`);
  await writeFile(bad, change(await readFile(file)));
  const { code, stdout, stderr } = await run(['restore', bad], {
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
  });
  expect(stderr).toMatch(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect([code, stdout]).toEqual([1, '']);
});
