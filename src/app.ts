import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Auth } from './auth/auth.ts';
import { issuerOf, openAuth } from './auth/open-auth.ts';
import { type Closers, createClosers } from './closers.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { deleteExpired } from './db/delete-expired.ts';
import { packSlots } from './db/random-list/pack-slots.ts';
import { openReplica, type Replica } from './db/replica.ts';
import { deadlinesOf, openStorage, type Storage } from './db/storage.ts';
import { deleteOldDeliveries } from './db/webhook-deliveries.ts';
import { prepareFirstStart } from './first-start.ts';
import { createAnswers } from './http/answers/answers.ts';
import { readManifests } from './http/documents/read-manifests.ts';
import { createListener } from './http/listener.ts';
import { createServiceMetrics } from './http/metrics.ts';
import { createServer } from './http/server.ts';
import { createSpellingLoader } from './jobs/spelling-loader.ts';
import { countTraffic } from './jobs/traffic.ts';
import { type LimitStore, openLimitStore, type StoreKind } from './limits/limit-store.ts';
import { createLimits } from './limits/limits.ts';
import { createStreams } from './limits/streams.ts';
import type { Log } from './log.ts';
import { openJobs } from './open-jobs.ts';
import { openTelemetry } from './open-telemetry.ts';
import { readVersion } from './package-file.ts';
import { buildSchema } from './schema/schema.ts';
import { webhookSettingsOf } from './webhooks/webhook-settings.ts';

export interface App {
  readonly database: Database;
  readonly auth: Auth;
  /** Handles a request without a network. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Starts listening; returns the public base URL. */
  listen(): Promise<string>;
  /**
   * Reports that it is not ready, serves on for the drain delay (default none), completes open
   * requests, then closes everything in reverse order.
   */
  stop(options?: { readonly drainDelayMs: number }): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  /** Opened by the caller while it loads the rest of the service; closed by the app. */
  readonly storage?: Promise<Storage>;
  readonly clock?: () => Date;
  /** Milliseconds until background jobs start. */
  readonly startDelay?: number;
  /** Shows the operator what must not be logged: a generated password. */
  readonly notify?: (message: string) => void;
}

/** Work that the first responses do not need waits this long. */
const startDelayMs = 2000;
const cleanupDelayMs = 60 * 1000;
const cleanupIntervalMs = 60 * 60 * 1000;

/** Wires the whole service once. What it has opened is closed again when a later step fails. */
export async function createApp(options: AppOptions): Promise<App> {
  const closers = createClosers(options.log, options.config.shutdownTimeout * 1000);
  try {
    return await wire(options, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function wire(options: AppOptions, closers: Closers): Promise<App> {
  const { config, log, clock = () => new Date(), startDelay = startDelayMs } = options;
  const { notify = console.error } = options;
  const telemetry = await openTelemetry(config, closers, log);
  const storage = await (options.storage ?? openStorage(config, log, deadlinesOf(config)));
  closers.add('storage', storage.close);
  const { database, reserved } = storage;
  let issuer = issuerOf(config);
  const auth = openAuth(config, storage, clock, log, () => issuer);
  const prepared = prepareFirstStart(config, storage, auth, log, clock(), notify);
  // Awaited at the end, since nothing is served before; by then a failure of something else may have ended the start.
  prepared.catch(() => undefined);
  const limitStore = await openLimits(config, storage, log);
  closers.add('rate limits', limitStore.close);
  closers.add('cleanup', startCleanup(database, config, clock, log));
  const limits = createLimits(
    {
      isOn: config.rateLimit,
      anonymousQuota: config.rateLimitAnonymous,
      tokenQuota: config.rateLimitToken,
      runQuota: config.rateLimitAnalysis,
      transferQuota: config.rateLimitTransfer,
      loginFailures: config.loginFailures,
      onError: config.rateLimitOnError,
    },
    limitStore,
    log,
  );
  const traffic = countTraffic();
  const { events, jobs, webhookAttempts } = openJobs({
    ...storage,
    config,
    box: auth.box,
    closers,
    log,
    startDelay,
    traffic,
    tracer: telemetry.tracer,
  });
  const metrics = createServiceMetrics({ database, webhookAttempts, log });
  telemetry.exportMetrics(metrics.registry);
  const remembered = createAnswers({ database: reserved, maxBytes: config.answerCache, log });
  closers.add('remembered answers', remembered.stop);
  const replica = openReplicaOf(config, storage, closers, log);
  const answers = {
    ...remembered,
    wrote: () => {
      remembered.wrote();
      replica?.wrote();
      events.log.wrote();
    },
  };
  const spelling = createSpellingLoader(log);
  closers.add('word lists', spelling.close);
  const shutdown = createShutdownSignal();
  const readiness = { isDraining: false };
  const server = createServer({
    config,
    schema: buildSchema(),
    manifest: await readManifests(config.trustedDocuments),
    database,
    replica,
    reserved,
    auth,
    limits,
    jobs,
    spelling: spelling.load,
    traffic: traffic.shared,
    events,
    answers,
    streams: createStreams(),
    webhooks: webhookSettingsOf(config),
    metrics,
    tracer: telemetry.tracer,
    shutdown: shutdown.signal,
    requestTimeout: config.requestTimeout,
    readiness,
    clock,
    log,
    version: await readVersion(),
  });
  // A proxy holds the connections of everyone behind it.
  const listener = createListener(server.arrive, {
    traffic,
    recall: server.recall,
    queue: {
      maxActive: config.maxActiveRequests,
      maxQueued: config.maxQueuedRequests,
      maxWaitMs: config.queueTimeout,
    },
    ...(config.trustProxy > 0 && { maxConnections: Infinity }),
  });
  let isListening = false;
  closers.add('listener', async (timeoutMs) => {
    if (isListening) await listener.drain(timeoutMs);
  });
  // First, since open streams would keep the listener from draining.
  closers.add('streams', () => shutdown.abort());
  await prepared;

  return {
    database,
    auth,
    fetch: (input, init) => server.fetch(new Request(input, init)),
    async listen() {
      const { port } = await listener.listen(config.port, config.host);
      isListening = true;
      issuer = issuerOf({ ...config, port });
      return issuer;
    },
    async stop({ drainDelayMs } = { drainDelayMs: 0 }) {
      readiness.isDraining = true;
      listener.announceEnd();
      if (drainDelayMs > 0) await sleep(drainDelayMs);
      await closers.close();
    },
  };
}

function openReplicaOf(
  config: Config,
  { reserved: primary }: Storage,
  closers: Closers,
  log: Log,
): Replica | undefined {
  const { databaseReplicaUrl: url, databasePool: poolSize } = config;
  if (!url) return undefined;
  const replica = openReplica({ url, primary, poolSize, deadlines: deadlinesOf(config), log });
  closers.add('read replica', replica.close);
  return replica;
}

function createShutdownSignal(): AbortController {
  const shutdown = new AbortController();
  // Every stream and every caller that waits for a run listens: many listeners are no leak.
  setMaxListeners(0, shutdown.signal);
  return shutdown;
}

/** Deletes expired rows periodically; returns a function that stops it. */
function startCleanup(
  database: Database,
  { eventsKeep, webhookRetention }: Config,
  clock: () => Date,
  log: Log,
): () => void {
  const clean = () => {
    deleteExpired(database, clock(), eventsKeep)
      .then(() => deleteOldDeliveries(database, webhookRetention))
      // Last: it reads all slots, which of a very large bank may take too long.
      .then(() => packSlots(database))
      .catch((error: unknown) => log.warn({ err: error }, 'Cleanup of expired entries failed'));
  };
  const first = setTimeout(clean, cleanupDelayMs).unref();
  const next = setInterval(clean, cleanupIntervalMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(next);
  };
}

async function openLimits(config: Config, storage: Storage, log: Log): Promise<LimitStore> {
  const { rateLimitStore: configured, redisUrl } = config;
  const shared: StoreKind = redisUrl ? 'redis' : 'postgres';
  const kind =
    configured === 'auto' ? (storage.isEmbedded && !redisUrl ? 'memory' : shared) : configured;
  const on = config.rateLimit;
  log.info({ store: kind, on }, `Rate limiting ${on ? 'enabled' : 'disabled'}`);
  return openLimitStore({ kind, pool: storage.reserved.pool, redisUrl, log });
}
