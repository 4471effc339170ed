import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { advisoryLocks } from '../advisory-locks.ts';
import { createConnection } from '../connection.ts';
import { type Migration, readApplied, readMigrations, runMigration } from '../migrate.ts';
import { BackupError, type Manifest, type TableHeader } from './backup-format.ts';
import { postponeIndexes } from './postpone-indexes.ts';
import { type BackupReader, newer, openBackup, type ReadOptions } from './read-backup.ts';
import { restoreSecrets, type SecretKeys } from './restore-secrets.ts';
import { listTables, tablesOf } from './table-catalog.ts';

export interface RestoreOptions extends ReadOptions {
  readonly file: string;
  readonly url: string;
  readonly keys: SecretKeys;
  /** Or all are disabled, so that a copy of the data sends nothing twice. */
  readonly enablesWebhooks: boolean;
}

export interface Restored {
  readonly rows: number;
  readonly tables: number;
  /** Webhooks that were enabled and no longer are. */
  readonly disabledWebhooks: number;
  /** The secrets could not be decrypted. */
  readonly hasLostSecrets: boolean;
}

/** Tables that migrations write a row to; they hold nothing of a user. */
const bookkeeping = ['change_log_pruning', 'event_sequencer', 'question_changes', 'webhook_cursor'];

/** Restores a whole backup into an empty database, or nothing. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, url } = options;
  const migrations = await readMigrations();
  const reader = await openBackup(file, options);
  try {
    const { own, later } = splitMigrations(file, migrations, reader.manifest);
    const client = createConnection(url, 'quaestor restore');
    await client.connect();
    try {
      await client.query(
        `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
         SET datestyle = ISO; SET client_encoding = UTF8`,
      );
      // A service that starts meanwhile waits to migrate the database, and then finds it filled.
      await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations]);
      await client.query('BEGIN');
      await prepareTables(client, own, later);
      const createIndexes = await postponeIndexes(client, [...tablesOf(own)]);
      const counts = await copyTables(client, reader, file);
      await createIndexes();
      for (const migration of later) await runMigration(client, migration);
      await restartLog(client);
      const secrets = await restoreSecrets(client, options.keys);
      const disabled = options.enablesWebhooks ? 0 : await disableWebhooks(client);
      await client.query('COMMIT');
      // So that the first queries are planned well.
      const names = Object.keys(counts);
      await client.query(`ANALYZE ${names.map(pg.escapeIdentifier).join(', ')}`);
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const hasLostSecrets = secrets === 'lost';
      return { rows, tables: names.length, disabledWebhooks: disabled, hasLostSecrets };
    } finally {
      // Ends a transaction that was not committed.
      await client.end().catch(() => undefined);
    }
  } finally {
    reader.close();
  }
}

/** Those that the backed up tables had, and those that are newer. */
export function splitMigrations(
  file: string,
  known: readonly Migration[],
  manifest: Manifest,
): { own: Migration[]; later: Migration[] } {
  const checksums = new Map(manifest.migrations.map(({ name, checksum }) => [name, checksum]));
  const own = known.filter(({ name, checksum }) => checksums.get(name) === checksum);
  if (own.length < checksums.size) throw newer(file, manifest);
  return { own, later: known.filter(({ name }) => !checksums.has(name)) };
}

/** Creates the tables as they were when the backup was written; refuses a database that has others, or rows. */
async function prepareTables(
  client: pg.Client,
  own: readonly Migration[],
  later: readonly Migration[],
): Promise<void> {
  const applied = await readApplied(client);
  const existing = await listTables(client, [...own, ...later]);
  for (const { name } of existing) {
    const table = pg.escapeIdentifier(name);
    await client.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
    if (bookkeeping.includes(name)) continue;
    const { rowCount } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`);
    if (rowCount) throw filled(name);
  }
  if (later.some(({ name }) => applied.has(name))) {
    throw new BackupError(
      'The database has the tables of a newer release than the backup. Restore into a database without tables; its data is brought up to date.',
    );
  }
  for (const migration of own)
    if (!applied.has(migration.name)) await runMigration(client, migration);
  for (const name of tablesOf(own)) {
    // Rows are restored as they were: nothing happens because of them. Foreign keys still hold.
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} DISABLE TRIGGER USER`);
  }
  const seeded = bookkeeping.filter((name) => tablesOf(own).has(name));
  if (seeded.length > 0) await client.query(`TRUNCATE ${seeded.join(', ')}`);
}

function filled(table: string): BackupError {
  return new BackupError(
    `The database is not empty: ${table} has rows, and nothing was changed. Restore into a new database (DATABASE_URL) or a new DATA_DIR.`,
  );
}

async function copyTables(
  client: pg.Client,
  reader: BackupReader,
  file: string,
): Promise<Readonly<Record<string, number>>> {
  const { manifest } = reader;
  const copied: Record<string, number> = {};
  for await (const { table, columns, rows } of reader.tables()) {
    copied[table] = await copyTable(client, { table, columns }, rows);
  }
  const expected = reader.rows();
  const isWhole = Object.entries(expected).every(([table, count]) => copied[table] === count);
  if (!isWhole) throw new BackupError(`${file} has other rows than it says. Use another backup.`);
  for (const name of Object.keys(copied)) {
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ENABLE TRIGGER USER`);
  }
  for (const { name, value, is_called } of manifest.sequences) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [
      pg.escapeIdentifier(name),
      value,
      is_called,
    ]);
  }
  return copied;
}

async function copyTable(
  client: pg.Client,
  { table, columns }: TableHeader,
  rows: AsyncGenerator<Buffer>,
): Promise<number> {
  const list = columns.map(pg.escapeIdentifier).join(', ');
  const copy = client.query(copyFrom(`COPY ${pg.escapeIdentifier(table)} (${list}) FROM STDIN`));
  // It may also fail after it was destroyed.
  copy.on('error', () => undefined);
  await pipeline(rows, copy);
  return copy.rowCount;
}

/** Gives positions to events that had none, and notes that all of them are of another server. */
async function restartLog(client: pg.Client): Promise<void> {
  await client.query("UPDATE event_sequencer SET cluster = ''");
  await client.query('SELECT sequence_events()');
  await client.query(
    `UPDATE change_log_pruning SET restored_id = (SELECT coalesce(max(id), 0) FROM change_log),
       pruned = pg_current_snapshot()::text, snapshot = pg_current_snapshot()::text`,
  );
}

async function disableWebhooks(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE webhooks SET enabled = false, disabled_reason = 'Restored from a backup' WHERE enabled`,
  );
  return rowCount ?? 0;
}
