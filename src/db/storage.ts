import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { readDataKey } from './data-key.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import type { Deadlines } from './pool.ts';

export interface Storage extends OpenDatabase {
  readonly isEmbedded: boolean;
  /** Encrypts secrets in the database; undefined with DATABASE_URL and without DATA_KEY. */
  readonly dataKey: string | undefined;
  close(): Promise<void>;
}

/** The server of the database: that of DATABASE_URL (past a pooler), or the embedded one. */
export interface DatabaseServer {
  /** The current URL: the embedded server may have moved after a restart. */
  readonly url: string;
  readonly isEmbedded: boolean;
  readDataKey(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** How long closing waits for the statements in progress. */
const maxCloseMs = 2000;

/** Finds or starts the server and leaves the tables alone; the code of the embedded one is loaded only then. */
export async function openServer(
  config: Config,
  log: Log,
  onLaunch?: () => void,
): Promise<DatabaseServer> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  if (databaseUrl) {
    const stop = async () => undefined;
    const url = databaseDirectUrl ?? databaseUrl;
    return { url, isEmbedded: false, readDataKey: () => findDataKey(config), stop };
  }
  const { startEmbeddedPostgres } = await import('./embedded/embedded-postgres.ts');
  const server = await startEmbeddedPostgres({ dataDir, log, onLaunch });
  return {
    get url() {
      return server.url;
    },
    isEmbedded: true,
    readDataKey: () => findDataKey(config),
    stop: () => server.stop(),
  };
}

/** That of the setting; else that of the embedded server, once DATA_DIR exists. */
export async function findDataKey(config: Config): Promise<string | undefined> {
  const { databaseUrl, dataDir, dataKey } = config;
  return dataKey ?? (databaseUrl ? undefined : readDataKey(dataDir));
}

/** Opens the database and brings its tables up to date. */
export async function openStorage(
  config: Config,
  log: Log,
  deadlines?: Deadlines,
  onLaunch?: () => void,
): Promise<Storage> {
  const poolSize = config.databasePool;
  const server = await openServer(config, log, onLaunch);
  const { isEmbedded } = server;
  try {
    const opened = await openDatabase({
      get url() {
        return config.databaseUrl ?? server.url;
      },
      directUrl: config.databaseUrl && config.databaseDirectUrl,
      namesStatements: config.namedStatements,
      poolSize,
      deadlines,
      log,
    });
    const dataKey = await server.readDataKey();
    if (!dataKey) log.warn('DATA_KEY is not set; signing keys are stored unencrypted');
    return {
      ...opened,
      isEmbedded,
      dataKey,
      // Stopping an embedded server ends statements that the pool would wait for.
      async close() {
        if (!isEmbedded) return opened.database.close();
        const late = sleep(maxCloseMs, undefined, { ref: false });
        return Promise.race([opened.database.close(), late]).finally(() => server.stop());
      },
    };
  } catch (error) {
    await server.stop();
    if (!isEmbedded) throw error;
    const { explainStorageError } = await import('./embedded/start-failure.ts');
    throw await explainStorageError(error, config.dataDir);
  }
}

/**
 * Begins to open it, and returns when PostgreSQL is starting on its own: the caller can load other code
 * meanwhile. Whoever awaits `opening` handles its failure.
 */
export async function beginStorage(
  config: Config,
  log: Log,
): Promise<{ readonly opening: Promise<Storage> }> {
  const launch = new EventEmitter();
  const launched = once(launch, 'done');
  const opening = openStorage(config, log, deadlinesOf(config), () => launch.emit('done'));
  await Promise.race([launched, opening]).catch(() => undefined);
  return { opening };
}

/** What a service grants its requests; commands take as long as they need. */
export function deadlinesOf(config: Config): Deadlines {
  return {
    statementMs: config.statementTimeout,
    lockMs: config.lockTimeout,
    poolMs: config.poolTimeout,
    transactionMs: config.requestTimeout,
  };
}
