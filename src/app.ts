import { readFile } from 'node:fs/promises';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import type { EmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import { forgetExpired } from './db/idempotency-store.ts';
import { loadSampleQuestions } from './db/sample-questions.ts';
import { createListener } from './http/listener.ts';
import { createServer } from './http/server.ts';
import type { Log } from './log.ts';
import { buildSchema } from './schema/schema.ts';

export interface App {
  readonly database: Database;
  /** Answers a request without a network. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Listens; returns the address callers see. */
  listen(): Promise<string>;
  /** Drains requests, then closes the database. */
  stop(): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: () => Date;
}

const cleaningInterval = 60 * 60 * 1000;

/** Wires the whole service once. */
export async function createApp({
  config,
  log,
  clock = () => new Date(),
}: AppOptions): Promise<App> {
  const storage = await openStorage(config, log);
  const { database } = storage;
  try {
    if (config.sampleQuestions && storage.isEmbedded) {
      const count = await loadSampleQuestions(database, clock());
      if (count > 0) log.info({ count }, 'Sample questions loaded.');
    }
    await forgetExpired(database.prisma, clock());
  } catch (error) {
    await storage.close();
    throw error;
  }
  const cleaning = setInterval(() => {
    forgetExpired(database.prisma, clock()).catch((error: unknown) =>
      log.warn({ err: error }, 'Old idempotency keys could not be removed.'),
    );
  }, cleaningInterval).unref();
  const schema = buildSchema();
  const version = await readVersion();
  const yoga = createServer({ config, schema, database, clock, log, version });
  const listener = createListener(yoga);
  let isListening = false;

  return {
    database,
    fetch: async (input, init) => yoga.fetch(new Request(input, init)),
    async listen() {
      const { address, family, port } = await listener.listen(config.port, config.host);
      isListening = true;
      const host = family === 'IPv6' ? `[${address}]` : address;
      return config.publicUrl ?? `http://${host}:${port}`;
    },
    async stop() {
      clearInterval(cleaning);
      if (isListening) await listener.drain();
      await storage.close();
    },
  };
}

export interface Storage {
  readonly database: Database;
  /** The migrations that opening it applied. */
  readonly applied: readonly string[];
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

/** The database of DATABASE_URL, or the embedded one, which is not even loaded otherwise. */
export async function openStorage(config: Config, log: Log): Promise<Storage> {
  const poolSize = config.databasePool;
  if (config.databaseUrl) {
    const opened = await openDatabase({ url: config.databaseUrl, poolSize, log });
    return { ...opened, isEmbedded: false, close: () => opened.database.close() };
  }
  const { startEmbeddedPostgres } = await import('./db/embedded/embedded-postgres.ts');
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
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
      close: () => opened.database.close().finally(() => server.stop()),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
