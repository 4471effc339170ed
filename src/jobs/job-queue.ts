import { setTimeout as sleep } from 'node:timers/promises';
import type { PgPool, Queue, Worker, WorkerOptions } from 'bullmq';
import type pg from 'pg';
import type { QueuedRun } from '../db/analysis-store.ts';
import { type Database, openPool } from '../db/database.ts';
import type { Log } from '../log.ts';

/** Brings queued runs to workers. What is true of a run stands in the database, never here. */
export interface JobQueue {
  /** Adding the same job twice adds it once. */
  add(run: QueuedRun): Promise<void>;
  has(jobId: string): Promise<boolean>;
  /** Lets this process take jobs, so many at a time. */
  work(count: number, process: (run: QueuedRun) => Promise<void>): void;
  /** Throws when the queue is out of reach. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface QueueOptions {
  readonly database: Database;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

const name = 'analysis';
const schema = 'bullmq';
/** Milliseconds a worker is given to end in good order. */
const patience = 2000;
const jobOptions = { removeOnComplete: true, removeOnFail: true };

/** BullMQ on the service's own PostgreSQL, or on Redis where there is one. */
export async function openJobQueue(options: QueueOptions): Promise<JobQueue> {
  const { queue, startWorker, close } = await openBackend(options);
  const { log } = options;
  const complain = (error: Error) =>
    log.warn({ reason: error.message }, 'The queue is out of reach.');
  queue.on('error', complain);
  let worker: Worker | undefined;
  return {
    async add({ id, jobId }) {
      await queue.add('run', { id }, { jobId, ...jobOptions });
    },
    has: async (jobId) => (await queue.getJob(jobId)) !== undefined,
    work(count, process) {
      worker = startWorker(
        async (job) => process({ id: (job.data as { id: string }).id, jobId: job.id ?? '' }),
        // A worker that is lost is noticed by its lease; a job that comes twice does no harm.
        { concurrency: count, maxStalledCount: 10, drainDelay: 2 },
      );
      worker.on('error', complain);
    },
    async check() {
      await queue.getJob('none');
    },
    async close() {
      if (worker) await closeSoon(worker).catch(complain);
      await queue.close();
      await close();
    },
  };
}

/** Without its server a worker would wait for ever; what it leaves undone does no harm. */
async function closeSoon(worker: Worker): Promise<void> {
  const waiting = new AbortController();
  const enough = sleep(patience, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([worker.pause(), enough]).finally(() => waiting.abort());
  await worker.close(true);
}

type Settings = Pick<WorkerOptions, 'concurrency' | 'maxStalledCount' | 'drainDelay'>;
type Process = (job: { id?: string; data: unknown }) => Promise<void>;

interface Backend {
  readonly queue: Queue;
  startWorker(process: Process, settings: Settings): Worker;
  close(): Promise<void>;
}

async function openBackend({ database, redisUrl, log }: QueueOptions): Promise<Backend> {
  const bullmq = await import('bullmq');
  if (redisUrl) {
    const prefix = 'quaestor';
    const connection = { url: redisUrl, maxRetriesPerRequest: null };
    return {
      queue: new bullmq.Queue(name, {
        prefix,
        connection: { url: redisUrl, maxRetriesPerRequest: 1, commandTimeout: 5000 },
      }),
      startWorker: (process, settings) =>
        new bullmq.Worker(name, process, { prefix, connection, ...settings }),
      close: async () => undefined,
    };
  }
  const [producing, consuming] = [openQueuePool(database, log), openQueuePool(database, log)];
  const close = async () => void (await Promise.all([producing.end(), consuming.end()]));
  try {
    const client = await producing.connect();
    await bullmq.runMigrations(client, schema).finally(() => client.release());
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
