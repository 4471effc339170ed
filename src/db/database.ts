import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseError, isUnavailable, reasonOf } from './database-error.ts';
import { type Prisma, PrismaClient } from './generated/prisma/client.ts';
import { migrate, readMigrations } from './migrate.ts';

export interface Database {
  /** Where it is now; for threads, which bring a connection of their own. */
  readonly url: string;
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /** Runs SQL of our own straight on the driver: a third of the CPU of Prisma's raw queries. */
  query<Row extends pg.QueryResultRow>(sql: Prisma.Sql): Promise<Row[]>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Read again for every connection: an embedded server that is brought back may have moved. */
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

/** Connections that find the database again when it has moved. */
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
        // Who holds it is told by the next query; an error that nobody hears would end the process.
        this.on('error', () => undefined);
      }
    },
  });
  // An idle connection that breaks is replaced by the pool; the request that needs one tells its
  // caller. The error is not logged whole: the pool hangs the connection on it.
  pool.on('error', ({ message }) =>
    log.warn({ reason: message }, 'A database connection was lost.'),
  );
  return pool;
}

/** Brings the database up to date; returns the migrations that were applied. */
export async function prepareDatabase({ url, log }: DatabaseOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', ({ message }) =>
    log.warn({ reason: message }, 'The database connection was lost.'),
  );
  let isConnected = false;
  try {
    await client.connect();
    isConnected = true;
    await refuseOldServer(client);
    const applied = await migrate(client, await readMigrations());
    for (const name of applied) log.info({ migration: name }, 'Migration applied.');
    return applied;
  } catch (error) {
    throw isConnected && !isRefusal(error) ? error : explain(error, url);
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

/** The server went away, or does not let this user make tables. */
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
