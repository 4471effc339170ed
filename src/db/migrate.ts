import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import { DatabaseError } from './database-error.ts';

export const migrationsFolder = new URL('../../prisma/migrations/', import.meta.url);

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The migrations in `prisma/migrations`, in the order in which they apply. */
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
 * Brings the database up to date and returns the names of what was applied. Each migration is one
 * transaction together with its entry in Prisma's `_prisma_migrations`, so `prisma migrate deploy`
 * agrees with it. Any number of nodes may call this at once.
 */
export async function migrate(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations]);
  try {
    const applied = await readApplied(client);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const { name, checksum } of migrations) refuseEdited(name, checksum, applied.get(name));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    // A connection that broke has let go of it, and why it broke is what the caller must hear.
    await client
      .query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migrations])
      .catch(() => undefined);
  }
}

interface Applied {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

async function readApplied(client: pg.Client): Promise<Map<string, Applied>> {
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

function refuseEdited(name: string, checksum: string, applied: Applied | undefined): void {
  if (!applied) return;
  if (applied.finished_at === null) {
    throw new DatabaseError(
      `Migration ${name} was begun by another tool and never finished. Mend the database, then mark it with \`prisma migrate resolve\`.`,
    );
  }
  if (applied.checksum !== checksum) {
    throw new DatabaseError(
      `Migration ${name} was edited after this database had applied it. Restore the file and write a new migration for the change.`,
    );
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(`Migration ${migration.name} failed and was undone: ${reason}`, {
      cause: error,
    });
  }
}
