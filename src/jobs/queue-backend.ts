import { once } from 'node:events';
import type { PgPool, Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { openPool } from '../db/pool.ts';
import type { Log } from '../log.ts';

export interface BackendOptions {
  readonly database: Database;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

type WorkerSettings = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** Where BullMQ stores its jobs; all queues share its connections. */
export interface QueueBackend {
  openQueue(name: string): Queue;
  /** Without a processor it takes no jobs, and can still look for stalled ones. */
  openWorker(name: string, process: Processor | null, settings: WorkerSettings): Worker;
  /** Recreates tables that were dropped, as in a database restored without them. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

const connectTimeoutMs = 2000;
/** BullMQ's statements are short: one that is not answered by then has lost its connection. */
const answerTimeoutMs = 10_000;
const maxRedisRetryDelayMs = 2000;
const schema = 'bullmq';
const prefix = 'quaestor';

/** Redis if configured, else the service's own PostgreSQL. */
export async function openBackend(options: BackendOptions): Promise<QueueBackend> {
  const { redisUrl } = options;
  return redisUrl ? openOnRedis(redisUrl) : openOnPostgres(options);
}

async function openOnRedis(url: string): Promise<QueueBackend> {
  const [bullmq, { Redis }] = await Promise.all([import('./bullmq.ts'), import('ioredis')]);
  // BullMQ's own delay grows to 20 s, too long for a run that a caller waits for.
  const retryStrategy = (times: number) => Math.min(times * 200, maxRedisRetryDelayMs);
  // A client of our own: BullMQ would wait for an unreachable Redis before it closes.
  const client = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 5000, retryStrategy });
  client.on('error', () => undefined);
  try {
    // BullMQ has no timeout for its first connection.
    await once(client, 'ready', { signal: AbortSignal.timeout(connectTimeoutMs) });
  } catch (cause) {
    client.disconnect();
    throw new Error('Redis is unreachable', { cause });
  }
  return {
    openQueue: (name) => new bullmq.Queue(name, { prefix, connection: client }),
    openWorker: (name, process, settings) =>
      new bullmq.Worker(name, process, {
        prefix,
        connection: { url, maxRetriesPerRequest: null, retryStrategy },
        ...settings,
      }),
    repair: async () => undefined,
    close: async () => client.disconnect(),
  };
}

async function openOnPostgres({ database, log }: BackendOptions): Promise<QueueBackend> {
  const bullmq = await import('./bullmq.ts');
  const pools: pg.Pool[] = [];
  const openQueuePool = () => {
    const pool = createQueuePool(database, log);
    pools.push(pool);
    return pool;
  };
  const producing = openQueuePool();
  const close = async () => void (await Promise.all(pools.map((pool) => pool.end())));
  const migrate = async () => {
    const client = await producing.connect();
    await bullmq.runMigrations(client, schema).finally(() => client.release());
  };
  try {
    await migrate();
  } catch (error) {
    await close();
    throw error;
  }
  const { Queue, Worker } = bullmq.withBackend(bullmq.createPostgresBackend);
  return {
    openQueue: (name) => new Queue(name, { connection: asPgPool(producing) }) as unknown as Queue,
    openWorker: (name, process, settings) =>
      new Worker(name, process as never, {
        // Each worker keeps one of its connections for LISTEN.
        connection: asPgPool(openQueuePool()),
        ...settings,
      }) as unknown as Worker,
    repair: migrate,
    close,
  };
}

function createQueuePool(database: Database, log: Log): pg.Pool {
  const options = {
    get url() {
      return database.url;
    },
    poolSize: 3,
    log,
  };
  return openPool(options, {
    options: `-c search_path=${schema}`,
    application_name: 'quaestor queue',
    query_timeout: answerTimeoutMs,
  });
}

/** BullMQ describes a pool more loosely than pg's own types. */
function asPgPool(pool: pg.Pool): PgPool {
  return pool as unknown as PgPool;
}
