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

/** How long closing waits for the statements in progress. */
const maxCloseMs = 2000;

/** Opens the database of DATABASE_URL, or the embedded one, whose code is loaded only then. */
export async function openStorage(
  config: Config,
  log: Log,
  deadlines?: Deadlines,
  onLaunch?: () => void,
): Promise<Storage> {
  const poolSize = config.databasePool;
  if (config.databaseUrl) {
    const opened = await openDatabase({ url: config.databaseUrl, poolSize, deadlines, log });
    const { dataKey } = config;
    if (!dataKey) log.warn('DATA_KEY is not set; signing keys are stored unencrypted');
    return { ...opened, dataKey, isEmbedded: false, close: () => opened.database.close() };
  }
  const [{ startEmbeddedPostgres }, { explainStorageError }] = await Promise.all([
    import('./embedded/embedded-postgres.ts'),
    import('./embedded/start-failure.ts'),
  ]);
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log, onLaunch });
  try {
    const opened = await openDatabase({
      get url() {
        return server.url;
      },
      poolSize,
      deadlines,
      log,
    });
    return {
      ...opened,
      isEmbedded: true,
      dataKey: config.dataKey ?? (await readDataKey(config.dataDir)),
      // Stopping the server ends statements that the pool would wait for.
      async close() {
        const late = sleep(maxCloseMs, undefined, { ref: false });
        await Promise.race([opened.database.close(), late]).finally(() => server.stop());
      },
    };
  } catch (error) {
    await server.stop();
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
