import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseError, isUnavailable, reasonOf } from './database-error.ts';
import { type Prisma, PrismaClient } from './generated/prisma/client.ts';
import { migrate, readMigrations } from './migrate.ts';

export interface Database {
  /** The current URL; threads open connections of their own. */
  readonly url: string;
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /** Runs SQL directly on the driver: a third of the CPU time of Prisma's raw queries. */
  query<Row extends pg.QueryResultRow>(sql: Prisma.Sql): Promise<Row[]>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Read for every connection: an embedded server may have moved after a restart. */
  readonly url: string;
  readonly poolSize: number;
  readonly log: Log;
}

const minVersion = 14;

/** Checks and migrates the database, then opens it for use. */
export async function openDatabase(
  options: DatabaseOptions,
): Promise<{ database: Database; applied: string[] }> {
  const applied = await prepareDatabase(options);
  return { database: connectDatabase(options), applied };
}

/** Opens a database that is known to be up to date. */
export function connectDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  const nameStatement = createStatementNames();
  const statementNameGenerator = ({ sql }: { sql: string }) => nameStatement(sql);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) });
  return {
    get url() {
      return options.url;
    },
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

/** A pool whose new connections use the current URL. */
export function openPool(options: DatabaseOptions, settings: pg.PoolConfig = {}): pg.Pool {
  const { poolSize, log } = options;
  const pool = new pg.Pool({
    max: poolSize,
    connectionTimeoutMillis: 5000,
    application_name: 'quaestor',
    ...settings,
    Client: class extends pg.Client {
      constructor(given?: pg.ClientConfig) {
        super({ ...given, connectionString: options.url });
        // Reported by the next query; an error event without a listener would end the process.
        this.on('error', () => undefined);
      }
    },
  });
  // The pool replaces an idle connection that breaks. The error is not logged whole: the pool
  // attaches the connection to it.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'Database connection lost'));
  return pool;
}

/** Brings the database up to date; returns the migrations that were applied. */
export async function prepareDatabase({ url, log }: DatabaseOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', ({ message }) => log.warn({ reason: message }, 'Database connection lost'));
  let isConnected = false;
  try {
    await client.connect();
    isConnected = true;
    await assertServerVersion(client);
    const applied = await migrate(client, await readMigrations());
    for (const name of applied) log.info({ migration: name }, 'Migration applied');
    return applied;
  } catch (error) {
    throw isConnected && !isRefusal(error) ? error : explain(error, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function assertServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number",
  );
  const [row] = rows;
  if (row && Number(row.number) < minVersion * 10_000) {
    throw new DatabaseError(
      `The database is PostgreSQL ${row.version}; Quaestor needs ${minVersion} or newer.`,
    );
  }
}

/** The server is gone, or the user may not create tables. */
function isRefusal(error: unknown): boolean {
  if (error instanceof DatabaseError) return false;
  return isUnavailable(error) || (error as { code?: unknown } | null)?.code === '42501';
}

function explain(error: unknown, url: string): DatabaseError {
  const { host, pathname } = new URL(url);
  return new DatabaseError(
    `The database at ${host}${pathname} cannot be used: ${reasonOf(error)}. Check DATABASE_URL and that the server runs.`,
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
