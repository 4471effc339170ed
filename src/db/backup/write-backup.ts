import { createHash } from 'node:crypto';
import pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { advisoryLocks } from '../advisory-locks.ts';
import { createConnection } from '../connection.ts';
import { DatabaseError } from '../database-error.ts';
import { type Migration, readMigrations } from '../migrate.ts';
import {
  BackupError,
  endOfRows,
  formatName,
  formatVersion,
  type Manifest,
} from './backup-format.ts';
import { listTables, readSequences, type Table } from './table-catalog.ts';

export interface BackupSource {
  readonly url: string;
  /** Where the key of the secrets is. */
  readonly key: Manifest['key'];
  readonly application: string;
  readonly now: Date;
}

export interface BackupContents {
  /** About as many bytes as will be read. */
  readonly bytes: number;
  readonly tables: number;
  /** The number of rows; complete when all chunks were read. */
  rows(): number;
  /** The lines of the backup. */
  chunks(onRead: (bytes: number) => void): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/**
 * Begins a backup: from here on it sees one snapshot of the database, which goes on serving. Tables
 * cannot be altered meanwhile: a migration waits for the end.
 */
export async function openBackupSource(source: BackupSource): Promise<BackupContents> {
  const client = createConnection(source.url, 'quaestor backup');
  await client.connect();
  try {
    const known = await readMigrations();
    // As pg_dump: values are written so that any server reads them as they are.
    await client.query(
      `SET datestyle = ISO; SET intervalstyle = postgres; SET bytea_output = hex;
       SET extra_float_digits = 3; SET timezone = UTC; SET client_encoding = UTF8;
       SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`,
    );
    // Until the tables are locked, none may be created or altered.
    await client.query('SELECT pg_advisory_lock_shared($1)', [advisoryLocks.migrations]);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const migrations = await readOwnMigrations(client, known);
    const tables = await listTables(client, known);
    const names = tables.map(({ name }) => pg.escapeIdentifier(name));
    await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
    await client.query('SELECT pg_advisory_unlock_shared($1)', [advisoryLocks.migrations]);
    const { rows } = await client.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    );
    const manifest: Manifest = {
      format: formatName,
      version: formatVersion,
      application: source.application,
      created_at: source.now.toISOString(),
      postgresql: rows[0]?.version ?? '',
      key: source.key,
      migrations,
      sequences: await readSequences(client, known),
    };
    const copies = new Map<string, CopyToStreamQuery>();
    return {
      bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
      tables: tables.length,
      rows: () => [...copies.values()].reduce((sum, { rowCount }) => sum + rowCount, 0),
      chunks: (onRead) => writeLines(client, manifest, tables, copies, onRead),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Those that were applied to the database. */
async function readOwnMigrations(
  client: pg.Client,
  known: readonly Migration[],
): Promise<Manifest['migrations']> {
  const { rows } = await client
    .query<Manifest['migrations'][number]>(
      `SELECT migration_name AS name, checksum FROM "_prisma_migrations"
       WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
    )
    .catch((cause) => {
      if (cause.code !== '42P01') throw cause;
      throw new DatabaseError('The database has no tables yet: there is nothing to back up.');
    });
  const names = new Set(known.map(({ name }) => name));
  if (rows.every(({ name }) => names.has(name))) return rows;
  throw new BackupError(
    'The tables of this database are those of a newer release. Back it up with that release.',
  );
}

async function* writeLines(
  client: pg.Client,
  manifest: Manifest,
  tables: readonly Table[],
  copies: Map<string, CopyToStreamQuery>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
  yield hashed(line(manifest));
  for (const { name, columns, bytes } of tables) {
    yield hashed(line({ table: name, columns }));
    const list = columns.map(pg.escapeIdentifier).join(', ');
    const statement = `COPY ${pg.escapeIdentifier(name)} (${list}) TO STDOUT`;
    const copy = client.query(copyTo(statement));
    copies.set(name, copy);
    let left = bytes;
    for await (const chunk of copy) {
      const read = Math.min(left, chunk.length);
      left -= read;
      onRead(read);
      yield hashed(chunk);
    }
    onRead(left);
    yield hashed(Buffer.from(endOfRows));
  }
  // The number of rows of the last table arrives after its rows.
  await client.query('COMMIT');
  const rows = Object.fromEntries([...copies].map(([name, { rowCount }]) => [name, rowCount]));
  yield line({ rows, sha256: hash.digest('hex') });
}
