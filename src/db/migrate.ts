import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { packageFile } from '../package-file.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { DatabaseError } from './database-error.ts';

export const migrationsFolder = packageFile('prisma/migrations/');

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The migrations in `prisma/migrations`, in order. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies pending migrations and returns their names. Each migration runs in one transaction with its
 * row in Prisma's `_prisma_migrations`, so that `prisma migrate deploy` agrees. Safe to call on many
 * nodes at the same time.
 */
export async function migrate(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations]);
  try {
    const applied = await readApplied(client);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const { name, checksum } of migrations) assertUnchanged(name, checksum, applied.get(name));
    assertUsable([...applied.keys()], migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    // A broken connection has released the lock already; its error reaches the caller.
    await client
      .query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migrations])
      .catch(() => undefined);
  }
}

export interface Applied {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** By name; creates the table they are kept in. */
export async function readApplied(client: pg.Client): Promise<Map<string, Applied>> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
      "id"                  VARCHAR(36) PRIMARY KEY NOT NULL,
      "checksum"            VARCHAR(64) NOT NULL,
      "finished_at"         TIMESTAMPTZ,
      "migration_name"      VARCHAR(255) NOT NULL,
      "logs"                TEXT,
      "rolled_back_at"      TIMESTAMPTZ,
      "started_at"          TIMESTAMPTZ NOT NULL DEFAULT now(),
      "applied_steps_count" INTEGER NOT NULL DEFAULT 0
    )`);
  const { rows } = await client.query<Applied>(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row]));
}

function assertUnchanged(name: string, checksum: string, applied: Applied | undefined): void {
  if (!applied) return;
  if (applied.finished_at === null) {
    throw new DatabaseError(
      `Migration ${name} was started by another tool and not finished. Repair the database, then resolve the migration with \`prisma migrate resolve\`.`,
    );
  }
  if (applied.checksum !== checksum) {
    throw new DatabaseError(
      `Migration ${name} was edited after it was applied to this database. Restore the file and put the change into a new migration.`,
    );
  }
}

/** In the caller's transaction. */
export async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.sql);
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
}

/**
 * Tables that a newer release has added to are as good as ours. Only a migration that takes something
 * away, named `…_contract`, shuts out the releases that do not know it.
 */
function assertUsable(applied: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const contract = applied.find((name) => name.endsWith('_contract') && !known.has(name));
  if (contract === undefined) return;
  throw new DatabaseError(
    `This version of Quaestor is too old for the database, which a newer one has migrated (${contract}). Upgrade this node, or restore a backup from before the upgrade.`,
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await runMigration(client, migration);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(`Migration ${migration.name} failed and was rolled back: ${reason}`, {
      cause: error,
    });
  }
}
