import { ensureAdmin } from './auth/accounts.ts';
import type { Auth } from './auth/auth.ts';
import { issuerOf, openAuth } from './auth/open-auth.ts';
import { type Config, readVersion } from './config.ts';
import type { Database } from './db/database.ts';
import { deleteExpired } from './db/delete-expired.ts';
import { loadSampleQuestions } from './db/sample-questions.ts';
import { openStorage, type Storage } from './db/storage.ts';
import { openEvents } from './events/events.ts';
import { createListener } from './http/listener.ts';
import { createServer } from './http/server.ts';
import { type EngineOptions, startAnalysisEngine } from './jobs/analysis-engine.ts';
import { embeddingsProvider } from './jobs/embeddings.ts';
import { countTraffic } from './jobs/traffic.ts';
import { type LimitStore, openLimitStore, type StoreKind } from './limits/limit-store.ts';
import { createLimits } from './limits/limits.ts';
import { createStreams } from './limits/streams.ts';
import type { Log } from './log.ts';
import { buildSchema } from './schema/schema.ts';

export interface App {
  readonly database: Database;
  readonly auth: Auth;
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

/** Milliseconds after which a service listens, and has time for what its first answers can do without. */
const settled = 2000;
const cleaningInterval = 60 * 60 * 1000;

/** Wires the whole service once. */
export async function createApp({
  config,
  log,
  clock = () => new Date(),
}: AppOptions): Promise<App> {
  const storage = await openStorage(config, log);
  const { database } = storage;
  let issuer = issuerOf(config);
  const auth = openAuth(config, storage, clock, () => issuer);
  let limitStore: LimitStore;
  try {
    await fillDatabase(config, storage, auth, log, clock());
    limitStore = await openLimits(config, storage, log);
  } catch (error) {
    await storage.close();
    throw error;
  }
  const stopCleaning = keepClean(database, clock, log);
  const limits = createLimits(
    {
      isOn: config.rateLimit,
      anonymousQuota: config.rateLimitAnonymous,
      tokenQuota: config.rateLimitToken,
      runQuota: config.rateLimitAnalysis,
      loginFailures: config.loginFailures,
      onError: config.rateLimitOnError,
    },
    limitStore,
    log,
  );
  const streams = createStreams();
  const traffic = countTraffic();
  const { events, engine } = openEngine(config, database, log, {
    startDelay: settled,
    traffic,
  });
  const schema = buildSchema();
  const version = await readVersion();
  const yoga = createServer({
    config,
    schema,
    database,
    auth,
    limits,
    engine,
    hasEmbeddings: embeddingsProvider(config) !== undefined,
    events,
    streams,
    clock,
    log,
    version,
  });
  // A proxy holds the connections of everyone behind it.
  const listener = createListener(yoga, {
    traffic,
    ...(config.trustProxy > 0 && { maxConnections: Infinity }),
  });
  let isListening = false;

  return {
    database,
    auth,
    fetch: async (input, init) => yoga.fetch(new Request(input, init)),
    async listen() {
      const { port } = await listener.listen(config.port, config.host);
      isListening = true;
      issuer = issuerOf({ ...config, port });
      return issuer;
    },
    async stop() {
      stopCleaning();
      streams.stop();
      if (isListening) await listener.drain();
      await engine.stop();
      await events.close();
      await limitStore.close().finally(() => storage.close());
    },
  };
}

/** Removes what has expired, now and then; returns how to stop. */
function keepClean(database: Database, clock: () => Date, log: Log): () => void {
  const clean = () => {
    deleteExpired(database, clock()).catch((error: unknown) =>
      log.warn({ err: error }, 'Old entries could not be removed.'),
    );
  };
  const first = setTimeout(clean, settled).unref();
  const next = setInterval(clean, cleaningInterval).unref();
  return () => {
    clearTimeout(first);
    clearInterval(next);
  };
}

/** The engine of analyses and the news it tells, in a service as in a worker. */
export function openEngine(
  config: Config,
  database: Database,
  log: Log,
  beside: Pick<EngineOptions, 'startDelay' | 'traffic'> = {},
) {
  const { redisUrl, workers, analysisTimeout, analysisMemory } = config;
  const events = openEvents({ database, redisUrl, log });
  const engine = startAnalysisEngine({
    database,
    redisUrl,
    workers,
    timeLimit: analysisTimeout,
    memoryLimit: analysisMemory,
    embeddings: embeddingsProvider(config),
    publish: events.publish,
    listen: events.listen,
    ...beside,
    log,
  });
  return { events, engine };
}

async function openLimits(config: Config, storage: Storage, log: Log): Promise<LimitStore> {
  const { rateLimitStore: wanted, redisUrl } = config;
  const shared: StoreKind = redisUrl ? 'redis' : 'postgres';
  const kind = wanted === 'auto' ? (storage.isEmbedded && !redisUrl ? 'memory' : shared) : wanted;
  log.info({ store: kind, on: config.rateLimit }, 'Limits are counted.');
  return openLimitStore({ kind, pool: storage.database.pool, redisUrl, log });
}

/** What a first start puts into an empty database. */
async function fillDatabase(config: Config, storage: Storage, auth: Auth, log: Log, now: Date) {
  const { database } = storage;
  if (config.sampleQuestions && storage.isEmbedded) {
    const count = await loadSampleQuestions(database, now);
    if (count > 0) log.info({ count }, 'Sample questions loaded.');
  }
  await auth.keys.current();
  const admin = { email: config.adminEmail, password: config.adminPassword };
  const made = await ensureAdmin(database, admin, now);
  if (!made) return;
  log.info({ email: made.email }, 'Admin account made.');
  if (made.generatedPassword) console.error(tellPassword(made.email, made.generatedPassword));
}

/** Not logged: logs are kept and read by many. */
function tellPassword(email: string, password: string): string {
  return `
  An admin account was made. This is shown once; keep it:

  e-mail     ${email}
  password   ${password}
`;
}
