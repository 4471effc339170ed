import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { readDataKey } from './data-key.ts';
import { type Database, openDatabase } from './database.ts';

export interface Storage {
  readonly database: Database;
  /** The migrations that were applied on opening. */
  readonly applied: readonly string[];
  readonly isEmbedded: boolean;
  /** Encrypts secrets in the database; undefined with DATABASE_URL and without DATA_KEY. */
  readonly dataKey: string | undefined;
  close(): Promise<void>;
}

/** Opens the database of DATABASE_URL, or the embedded one, whose code is loaded only then. */
export async function openStorage(config: Config, log: Log): Promise<Storage> {
  const poolSize = config.databasePool;
  if (config.databaseUrl) {
    const opened = await openDatabase({ url: config.databaseUrl, poolSize, log });
    const { dataKey } = config;
    if (!dataKey) log.warn('DATA_KEY is not set; signing keys are stored unencrypted');
    return { ...opened, dataKey, isEmbedded: false, close: () => opened.database.close() };
  }
  const { startEmbeddedPostgres } = await import('./embedded/embedded-postgres.ts');
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    const opened = await openDatabase({
      get url() {
        return server.url;
      },
      poolSize,
      log,
    });
    return {
      ...opened,
      isEmbedded: true,
      dataKey: config.dataKey ?? (await readDataKey(config.dataDir)),
      close: () => opened.database.close().finally(() => server.stop()),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
