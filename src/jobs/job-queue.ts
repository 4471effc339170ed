import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import type { QueuedRun } from '../db/analysis-store.ts';
import type { Log } from '../log.ts';
import { openBackend, type QueueOptions } from './queue-backend.ts';

/** Brings queued runs to workers. What is true of a run stands in the database, never here. */
export interface JobQueue {
  /** Adding the same job twice adds it once. */
  add(run: QueuedRun): Promise<void>;
  has(jobId: string): Promise<boolean>;
  /** Lets this process take jobs, so many at a time. */
  work(count: number, process: (run: QueuedRun) => Promise<void>): void;
  /** Takes no more jobs; those under way go on. */
  rest(): void;
  /** Throws when the queue is out of reach. */
  check(): Promise<void>;
  /** Makes what the queue needs and somebody has taken away. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

const jobOptions = { removeOnComplete: true, removeOnFail: true };

/**
 * A worker that is lost is noticed by its lease, and a job that comes twice does no harm: BullMQ's
 * own locks matter only for a worker that is lost between taking a job and beginning its run.
 */
const workerSettings = {
  drainDelay: 2,
  lockDuration: 15_000,
  stalledInterval: 5000,
  maxStalledCount: 10,
  runRetryDelay: 1000,
};

/** Milliseconds that a worker rests after an error. */
const pause = 1000;
/** Milliseconds for telling the queue of the last jobs; what is not told by then does no harm. */
const farewell = 1000;

export async function openJobQueue(options: QueueOptions): Promise<JobQueue> {
  const { queue, startWorker, repair, close } = await openBackend(options);
  const { log } = options;
  queue.on('error', (error) => complain(error, log));
  let worker: Worker | undefined;
  let resting: Promise<void> | undefined;
  const rest = () => {
    resting ??= worker?.pause().catch(() => undefined);
  };
  return {
    async add({ id, jobId }) {
      await queue.add('run', { id }, { jobId, ...jobOptions });
    },
    has: async (jobId) => (await queue.getJob(jobId)) !== undefined,
    work(concurrency, process) {
      worker = startWorker(
        async (job) => process({ id: (job.data as { id: string }).id, jobId: job.id ?? '' }),
        { concurrency, ...workerSettings },
      );
      pauseAfterErrors(worker, log, () => resting !== undefined);
    },
    rest,
    async check() {
      await queue.getJob('none');
    },
    repair,
    async close() {
      rest();
      await Promise.race([resting, sleep(farewell, undefined, { ref: false })]);
      // Without force it would wait for a queue that is away.
      await worker?.close(true);
      await queue.close();
      await close();
    },
  };
}

/** After an error BullMQ asks again at once, which is thousands of times a second. */
function pauseAfterErrors(worker: Worker, log: Log, isResting: () => boolean): void {
  let isPaused = false;
  worker.on('error', (error) => {
    complain(error, log);
    if (isPaused || isResting()) return;
    isPaused = true;
    worker.pause(true).catch(() => undefined);
    setTimeout(() => {
      isPaused = false;
      if (!isResting()) worker.resume().catch(() => undefined);
    }, pause).unref();
  });
}

/** What BullMQ says of a job that others have taken or removed meanwhile. */
const lostJob = /^(Missing (key|lock) for|Lock mismatch for|could not renew lock for) job/;

function complain({ message }: Error, log: Log): void {
  if (lostJob.test(message)) log.info({ reason: message }, 'A job was gone when its run was over.');
  else log.warn({ reason: message }, 'The queue is out of reach.');
}
