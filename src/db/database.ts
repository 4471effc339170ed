import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseError, isUnavailable } from './database-error.ts';
import { type Prisma, PrismaClient } from './generated/prisma/client.ts';
import { migrate, readMigrations } from './migrate.ts';

export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /** Runs SQL of our own straight on the driver: a third of the CPU of Prisma's raw queries. */
  query<Row extends pg.QueryResultRow>(sql: Prisma.Sql): Promise<Row[]>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly log: Log;
}

const oldestVersion = 14;

/** Checks and migrates the database, then opens it for use. */
export async function openDatabase(
  options: DatabaseOptions,
): Promise<{ database: Database; applied: string[] }> {
  const applied = await prepareDatabase(options);
  return { database: connectDatabase(options), applied };
}

/** Opens a database that is known to be up to date. */
export function connectDatabase({ url, poolSize, log }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    application_name: 'quaestor',
  });
  // An idle connection that breaks is replaced by the pool; the request that needs one tells its caller.
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection was lost.'));
  const nameStatement = createStatementNames();
  const statementNameGenerator = ({ sql }: { sql: string }) => nameStatement(sql);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) });
  return {
    prisma,
    pool,
    async query<Row extends pg.QueryResultRow>({ text, values }: Prisma.Sql): Promise<Row[]> {
      const { rows } = await pool.query<Row>({ name: nameStatement(text), text, values });
      return rows;
    },
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Brings the database up to date; returns the migrations that were applied. */
export async function prepareDatabase({ url, log }: DatabaseOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', (error) => log.warn({ err: error }, 'The database connection was lost.'));
  try {
    await client.connect();
    await refuseOldServer(client);
    const applied = await migrate(client, await readMigrations());
    for (const name of applied) log.info({ migration: name }, 'Migration applied.');
    return applied;
  } catch (error) {
    throw explainConnection(error, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number",
  );
  const [row] = rows;
  if (row && Number(row.number) < oldestVersion * 10_000) {
    throw new DatabaseError(
      `The database is PostgreSQL ${row.version}; Quaestor needs ${oldestVersion} or newer.`,
    );
  }
}

function explainConnection(error: unknown, url: string): unknown {
  if (error instanceof DatabaseError) return error;
  const { host, pathname } = new URL(url);
  const reason = error instanceof Error ? error.message || String(error) : String(error);
  const isRefused = /^(28|3D)/.test(String((error as { code?: unknown }).code));
  if (!isUnavailable(error) && !isRefused) return error;
  return new DatabaseError(
    `The database at ${host}${pathname} cannot be used: ${reason}. Check DATABASE_URL and that the server runs.`,
    { cause: error },
  );
}

/**
 * One name for each SQL text, so that each connection prepares it once. Texts past the limit go
 * unnamed: a server keeps every named statement for as long as the connection lasts.
 */
function createStatementNames(): (sql: string) => string {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= 500) return '';
    const name = `q${names.size}`;
    names.set(sql, name);
    return name;
  };
}
