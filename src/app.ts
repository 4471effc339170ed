import { type Config, readVersion } from './config.ts';
import type { Database } from './db/database.ts';
import { forgetExpired } from './db/idempotency-store.ts';
import { loadSampleQuestions } from './db/sample-questions.ts';
import { openStorage } from './db/storage.ts';
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
