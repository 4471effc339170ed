import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Cancellation } from '../domain/cancellation.ts';
import { packTrace } from '../domain/trace-context.ts';
import { createConnection } from './connection.ts';
import { DatabaseError, isStatementError, isUnavailable, reasonOf } from './database-error.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { migrate, readMigrations } from './migrate.ts';
import { type CheckedPool, type Deadlines, openPool, type PoolOptions } from './pool.ts';
import { beginWith, type NamedStatement, runStatement, type Statement } from './prepared-query.ts';
import {
  logStatements,
  noteWork,
  type PastStatement,
  reportStatements,
  seesStatements,
} from './statement-log.ts';
import { createStatementNames } from './statement-names.ts';
import { currentCancellation, neverCancelled } from './statement-scope.ts';

export interface Database {
  /** The current URL of the server itself; threads, listeners and queues open connections of their own. */
  readonly url: string;
  readonly prisma: PrismaClient;
  readonly pool: CheckedPool;
  readonly deadlines: Deadlines | undefined;
  /**
   * Runs SQL directly on the driver: a third of the CPU time of Prisma's raw queries. The statement is
   * cancelled with the work it is for.
   */
  query<Row extends pg.QueryResultRow>(
    statement: Statement,
    cancellation?: Cancellation,
  ): Promise<Row[]>;
  /**
   * The same in a transaction of its own. PostgreSQL carries out a statement alone even when its
   * connection is lost meanwhile.
   */
  queryInTransaction<Row extends pg.QueryResultRow>(
    statement: Statement,
    cancellation?: Cancellation,
  ): Promise<Row[]>;
  /** The same, rolled back: shows what the statement would do. */
  queryAndRollBack<Row extends pg.QueryResultRow>(
    statement: Statement,
    cancellation?: Cancellation,
  ): Promise<Row[]>;
  /**
   * Opens a connection outside the pool, for work that keeps it: the caller ends it. Its statements are logged
   * and traced as those of the work.
   */
  openConnection(name: string, work?: Cancellation): Promise<pg.Client>;
  /** For a thread that opens a connection of its own for the work. */
  lendToThread(work?: Cancellation): LentDatabase;
  close(): Promise<void>;
}

export interface LentDatabase {
  readonly url: string;
  /** Whether the thread is to keep its statements. */
  readonly keepsStatements: boolean;
  /** Logs them, and adds them to the trace of the work. */
  report(statements: readonly PastStatement[]): void;
}

const commit = { text: 'COMMIT', values: [] };
const rollback = { text: 'ROLLBACK', values: [] };
/** The triggers that write events read it. */
const noteTrace = (trace: string) => ({
  text: "SELECT set_config('quaestor.trace', $1, true)",
  values: [trace],
});
const minVersion = 14;
/** For statements that are still running when everything that needs them has stopped. */
const closeTimeoutMs = 2000;
/** Longer than a request waits: a machine or a server that is just starting is slow to take connections. */
const startTimeoutMs = 30_000;
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
    // Behind a pooler the process is not known; closing the connection ends its statement.
    cancel: (processId) => {
      if (!options.directUrl) cancelStatement(reserved?.pool ?? pool, processId);
    },
  });
  const nameStatement = options.namesStatements === false ? () => '' : createStatementNames();
  const named = ({ text, values }: Statement) => ({ name: nameStatement(text), text, values });
  const statementNameGenerator = ({ sql }: { sql: string }) => nameStatement(sql);
  let prisma: PrismaClient | undefined;
  return {
    get url() {
      return options.directUrl ?? options.url;
    },
    // On demand: it takes longer to create than the first answers need, and the reserved one is never used.
    get prisma() {
      prisma ??= new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) });
      return prisma;
    },
    pool,
    deadlines: options.deadlines,
    query<Row extends pg.QueryResultRow>(
      given: Statement,
      cancellation?: Cancellation,
    ): Promise<Row[]> {
      const statement = named(given);
      return useConnection(pool, cancellation, (client) => runStatement<Row>(client, statement));
    },
    queryInTransaction: (statement, cancellation) =>
      queryAndEnd(pool, named, [statement, commit], cancellation),
    queryAndRollBack: (statement, cancellation) =>
      queryAndEnd(pool, named, [statement, rollback], cancellation),
    async openConnection(name, work = currentCancellation()) {
      const client = createConnection(options.directUrl ?? options.url, name);
      await client.connect();
      if (options.log.isLevelEnabled('debug')) logStatements(client, options.log);
      noteWork(client, work);
      return client;
    },
    lendToThread: (work = currentCancellation()) => ({
      url: options.directUrl ?? options.url,
      keepsStatements: seesStatements(work, options.log),
      report: (statements) => reportStatements(statements, work, options.log),
    }),
    async close() {
      const closed = Promise.resolve(prisma?.$disconnect()).then(() => pool.end());
      const timeout = sleep(closeTimeoutMs, undefined, { ref: false }).then(() => {
        pool.destroyAll();
      });
      await Promise.all([Promise.race([closed, timeout]), reserved?.close()]);
    },
  };
}

/** Runs a statement in a transaction of its own, which the other one ends. */
async function queryAndEnd<Row extends pg.QueryResultRow>(
  pool: CheckedPool,
  named: (statement: Statement) => NamedStatement,
  [statement, end]: readonly [Statement, Statement],
  cancellation: Cancellation | undefined,
): Promise<Row[]> {
  const trace = (cancellation ?? currentCancellation())?.trace;
  return useConnection(pool, cancellation, async (client) => {
    try {
      if (trace) await beginWith(client, named(noteTrace(packTrace(trace))));
      const run = trace ? runStatement : beginWith;
      const rows = await run<Row>(client, named(statement));
      await runStatement(client, named(end));
      return rows;
    } catch (error) {
      if (isStatementError(error)) await client.query(rollback.text);
      throw error;
    }
  });
}

/** pool.query would close the connection after any error, a duplicate key included. */
async function useConnection<T>(
  pool: CheckedPool,
  cancellation: Cancellation | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.checkOut(cancellation);
  try {
    const result = await work(client);
    pool.giveBack(client);
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
export async function prepareDatabase(options: PoolOptions): Promise<string[]> {
  const { url: pooledUrl, directUrl: url = pooledUrl, log } = options;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: startTimeoutMs });
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
