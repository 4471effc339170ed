import { once } from 'node:events';
import type { PgPool, Queue, Worker, WorkerOptions } from 'bullmq';
import type pg from 'pg';
import { type Database, openPool } from '../db/database.ts';
import type { Log } from '../log.ts';

export interface QueueOptions {
  readonly database: Database;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

type Settings = Pick<
  WorkerOptions,
  | 'concurrency'
  | 'drainDelay'
  | 'lockDuration'
  | 'maxStalledCount'
  | 'runRetryDelay'
  | 'stalledInterval'
>;
type Process = (job: { id?: string; data: unknown }) => Promise<void>;

/** Where BullMQ keeps its jobs. */
export interface QueueBackend {
  readonly queue: Queue;
  startWorker(process: Process, settings: Settings): Worker;
  /** Makes what the queue needs and somebody has taken away. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

const name = 'analysis';
/** Milliseconds for Redis to answer at all. */
const patience = 2000;
const schema = 'bullmq';

/** The service's own PostgreSQL, or Redis where there is one. */
export async function openBackend(options: QueueOptions): Promise<QueueBackend> {
  const { redisUrl } = options;
  return redisUrl ? openOnRedis(redisUrl) : openOnPostgres(options);
}

async function openOnRedis(url: string): Promise<QueueBackend> {
  const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
  const prefix = 'quaestor';
  // BullMQ's own patience grows to 20 s, which is long for runs that wait.
  const retryStrategy = (times: number) => Math.min(times * 200, 2000);
  // BullMQ would wait for a Redis that is away to say goodbye; this one is just let go of.
  const client = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 5000, retryStrategy });
  client.on('error', () => undefined);
  try {
    // BullMQ would wait for its first connection for ever, and whoever asks it something with it.
    await once(client, 'ready', { signal: AbortSignal.timeout(patience) });
  } catch (cause) {
    client.disconnect();
    throw new Error('Redis is out of reach', { cause });
  }
  return {
    queue: new bullmq.Queue(name, { prefix, connection: client }),
    startWorker: (process, settings) =>
      new bullmq.Worker(name, process, {
        prefix,
        connection: { url, maxRetriesPerRequest: null, retryStrategy },
        ...settings,
      }),
    repair: async () => undefined,
    close: async () => client.disconnect(),
  };
}

async function openOnPostgres({ database, log }: QueueOptions): Promise<QueueBackend> {
  const bullmq = await import('bullmq');
  const [producing, consuming] = [openQueuePool(database, log), openQueuePool(database, log)];
  const close = async () => void (await Promise.all([producing.end(), consuming.end()]));
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
    queue: new Queue(name, { connection: asPgPool(producing) }) as unknown as Queue,
    startWorker: (process, settings) =>
      new Worker(name, process, {
        connection: asPgPool(consuming),
        ...settings,
      }) as unknown as Worker,
    repair: migrate,
    close,
  };
}

function openQueuePool(database: Database, log: Log): pg.Pool {
  const options = {
    get url() {
      return database.url;
    },
    poolSize: 3,
    log,
  };
  const application_name = 'quaestor queue';
  const search = `-c search_path=${schema}`;
  return openPool(options, { options: search, application_name, keepAlive: true });
}

/** BullMQ describes a pool more loosely than pg's own types. */
function asPgPool(pool: pg.Pool): PgPool {
  return pool as unknown as PgPool;
}
