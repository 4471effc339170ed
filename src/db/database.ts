import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { DatabaseError, isStatementError, isUnavailable, reasonOf } from './database-error.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { migrate, readMigrations } from './migrate.ts';
import { type CheckedPool, type Deadlines, openPool, type PoolOptions } from './pool.ts';
import { neverCancelled } from './statement-scope.ts';

/** SQL with numbered parameters; a `Prisma.Sql` is one. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Database {
  /** The current URL; threads open connections of their own. */
  readonly url: string;
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly deadlines: Deadlines | undefined;
  /**
   * Runs SQL directly on the driver: a third of the CPU time of Prisma's raw queries. The statement is
   * cancelled when the signal is aborted.
   */
  query<Row extends pg.QueryResultRow>(statement: Statement, signal?: AbortSignal): Promise<Row[]>;
  /**
   * The same in a transaction of its own. PostgreSQL carries out a statement alone even when its
   * connection is lost meanwhile.
   */
  queryInTransaction<Row extends pg.QueryResultRow>(
    statement: Statement,
    signal?: AbortSignal,
  ): Promise<Row[]>;
  close(): Promise<void>;
}

const minVersion = 14;
/** For statements that are still running when everything that needs them has stopped. */
const closeTimeoutMs = 2000;
/** Of the size of the pool. */
const reservedShare = 0.2;
const minReserved = 2;

export interface OpenDatabase {
  readonly database: Database;
  /**
   * The same on a few connections of their own, for short statements that must not wait for others:
   * authentication, rate limits, health checks, cancellations.
   */
  readonly reserved: Database;
  readonly applied: string[];
}

/** Checks and migrates the database, then opens it for use. */
export async function openDatabase(options: PoolOptions): Promise<OpenDatabase> {
  const applied = await prepareDatabase(options);
  const poolSize = Math.max(minReserved, Math.round(options.poolSize * reservedShare));
  // Not spread: the URL may change.
  const reserved = connectDatabase(Object.create(options, { poolSize: { value: poolSize } }));
  return { database: connectDatabase(options, reserved), reserved, applied };
}

/** Opens a database that is known to be up to date; the reserved connections are closed with it. */
export function connectDatabase(options: PoolOptions, reserved?: Database): Database {
  const pool = openPool(options, {
    cancel: (processId) => cancelStatement(reserved?.pool ?? pool, processId),
  });
  const nameStatement = createStatementNames();
  const statementNameGenerator = ({ sql }: { sql: string }) => nameStatement(sql);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) });
  return {
    get url() {
      return options.url;
    },
    prisma,
    pool,
    deadlines: options.deadlines,
    async query<Row extends pg.QueryResultRow>(
      { text, values }: Statement,
      signal?: AbortSignal,
    ): Promise<Row[]> {
      // The driver does not change the values.
      const statement = { name: nameStatement(text), text, values: values as unknown[] };
      const { rows } = await useConnection(pool, signal, (client) => client.query<Row>(statement));
      return rows;
    },
    async queryInTransaction<Row extends pg.QueryResultRow>(
      { text, values }: Statement,
      signal?: AbortSignal,
    ): Promise<Row[]> {
      const statement = { name: nameStatement(text), text, values: values as unknown[] };
      return useConnection(pool, signal, async (client) => {
        await client.query('BEGIN');
        try {
          const { rows } = await client.query<Row>(statement);
          await client.query('COMMIT');
          return rows;
        } catch (error) {
          if (isStatementError(error)) await client.query('ROLLBACK');
          throw error;
        }
      });
    },
    async close() {
      const closed = prisma.$disconnect().then(() => pool.end());
      const timeout = sleep(closeTimeoutMs, undefined, { ref: false }).then(() => {
        pool.destroyAll();
      });
      await Promise.all([Promise.race([closed, timeout]), reserved?.close()]);
    },
  };
}

/** The same database, whose statements end with the signal; those of Prisma by `cancelStatementsWith`. */
export function boundTo(database: Database, signal: AbortSignal): Database {
  return new BoundDatabase(database, signal);
}

/** One for each request: a class, since copying all properties takes as long as preparing a statement. */
class BoundDatabase implements Database {
  readonly #database: Database;
  readonly #signal: AbortSignal;
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly deadlines: Deadlines | undefined;

  constructor(database: Database, signal: AbortSignal) {
    this.#database = database;
    this.#signal = signal;
    this.prisma = database.prisma;
    this.pool = database.pool;
    this.deadlines = database.deadlines;
  }

  get url(): string {
    return this.#database.url;
  }

  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
    return this.#database.query<Row>(statement, this.#signal);
  }

  queryInTransaction<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
    return this.#database.queryInTransaction<Row>(statement, this.#signal);
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** pool.query would close the connection after any error, a duplicate key included. */
async function useConnection<T>(
  pool: CheckedPool,
  signal: AbortSignal | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.checkOut(signal);
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(!isStatementError(error));
    throw error;
  }
}

function cancelStatement(pool: pg.Pool, processId: number): void {
  const cancelled = neverCancelled(() => pool.query('SELECT pg_cancel_backend($1)', [processId]));
  cancelled.catch(() => undefined);
}

/** Brings the database up to date; returns the migrations that were applied. */
export async function prepareDatabase({ url, log }: PoolOptions): Promise<string[]> {
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
