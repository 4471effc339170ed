import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Queue, Worker } from 'bullmq';
import type { Tracer } from '../domain/span.ts';
import { createLogThrottle, type Log } from '../log.ts';
import type { JobDefinition, JobHandler, JobQueue, JobState } from './job-definition.ts';
import { continueOrigin, packOrigin } from './job-origin.ts';
import type { QueueBackend } from './queue-backend.ts';

/** The queue of one definition, with this process' worker on it. */
export interface OpenQueue<Payload extends object> extends JobQueue<Payload> {
  /** Takes jobs if the handler's concurrency allows it, and looks for stalled ones in any case. */
  start(handler: JobHandler<Payload>, onStalled: () => void): void;
  /** Takes no more jobs, and aborts the signal of those that are running. */
  stop(): void;
  /** Throws when the queue is unreachable. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A lost worker's job is redelivered 10 to 26 seconds after its last renewal, one every 2 to 4 s:
 * when its lock has expired and the next stalled check, throttled across all nodes, has seen it.
 * On PostgreSQL locks are timed by the nodes' clocks, which may differ by what is left of a lock: 11 s.
 */
const workerSettings = {
  drainDelay: 2,
  lockDuration: 15_000,
  lockRenewTime: 4000,
  stalledInterval: 5000,
  // BullMQ counts stalls and errors separately, and loses both counts with Redis: handlers give up.
  maxStalledCount: 1000,
  runRetryDelay: 1000,
};

const pauseAfterErrorMs = 1000;
/** For running jobs to be returned; a job that is not is redelivered as stalled. */
const shutdownTimeoutMs = 4000;
/** For BullMQ to record the last jobs, which takes forever when the queue is unreachable. */
const closeTimeoutMs = 1000;

export async function openJobQueue<Payload extends object>(
  { queue: name, payload: schema, attempts, backoffMs }: JobDefinition<Payload>,
  backend: QueueBackend,
  log: Log,
  tracer?: Tracer,
): Promise<OpenQueue<Payload>> {
  const { UnrecoverableError, WaitingError } = await import('./bullmq.ts');
  const queue: Queue = backend.openQueue(name);
  queue.on('error', (error) => logQueueError(error, log));
  const options = {
    attempts,
    backoff: { type: 'fixed', delay: backoffMs },
    removeOnComplete: true,
    removeOnFail: true,
  };
  const stopping = new AbortController();
  let worker: Worker | undefined;
  const running = new Set<Promise<unknown>>();
  const stop = () => {
    worker?.pause(true).catch(() => undefined);
    stopping.abort();
  };

  const check = async () => void (await queue.getJob('none'));

  const jobs: JobQueue<Payload> = {
    async add(jobId, payload, delay = 0, origin = undefined) {
      await queue.add(name, { ...payload, ...packOrigin(origin) }, { jobId, delay, ...options });
    },
    has: async (jobId) => (await queue.getJob(jobId)) !== undefined,
    stateOf: async (jobId) => toJobState(await queue.getJobState(jobId)),
  };

  const createProcessor =
    (handler: JobHandler<Payload>) =>
    // BullMQ passes a signal only to functions that declare three parameters.
    async (job: Job, token: string | undefined, lockLost: AbortSignal | undefined) => {
      const signal = AbortSignal.any([stopping.signal, ...(lockLost ? [lockLost] : [])]);
      const { success, data: payload } = schema.safeParse(job.data);
      if (!success) throw new UnrecoverableError('Invalid payload');
      // A fetch that was in progress may deliver a job after the stop.
      if (!signal.aborted) {
        const { id: jobId = '' } = job;
        const work = continueOrigin({ name, jobId, data: job.data, tracer, log }, () =>
          handler.work({ jobId, payload, queue: jobs, signal }),
        );
        running.add(work);
        if ((await work.finally(() => running.delete(work))) === 'done') return;
      }
      // A job whose lock is lost is no longer ours to move.
      await job.moveToWait(token).catch(() => undefined);
      throw new WaitingError();
    };

  return {
    ...jobs,
    start(handler, onStalled) {
      const { concurrency } = handler;
      if (concurrency > 0) {
        const settings = { concurrency, ...workerSettings };
        worker = backend.openWorker(name, createProcessor(handler), settings);
        pauseAfterErrors(worker, log, stopping.signal);
        cancelWithoutLock(worker);
        worker.on('failed', (job, error) =>
          log.warn({ err: error, queue: name, id: job?.id }, 'Job attempt failed'),
        );
      } else {
        worker = backend.openWorker(name, null, { autorun: false, ...workerSettings });
        worker.on('error', (error) => logQueueError(error, log));
        worker.startStalledCheckTimer().catch((error: Error) => logQueueError(error, log));
      }
      worker.on('stalled', onStalled);
    },
    stop,
    check,
    async close() {
      stop();
      await within(shutdownTimeoutMs, Promise.allSettled(running));
      // Without force BullMQ waits for a queue that is unreachable.
      const isReachable = await within(closeTimeoutMs, check());
      await within(closeTimeoutMs, worker?.close(!isReachable));
      await queue.close();
    },
  };
}

/** True when the work succeeded in time. */
async function within(milliseconds: number, work: Promise<unknown> | undefined): Promise<boolean> {
  const succeeded = work?.then(
    () => true,
    () => false,
  );
  return (await Promise.race([succeeded, sleep(milliseconds, false, { ref: false })])) ?? true;
}

function toJobState(state: string): JobState {
  if (state === 'unknown') return 'missing';
  if (state === 'active' || state === 'delayed') return state;
  return state === 'completed' || state === 'failed' ? 'finished' : 'waiting';
}

/** Another worker may have the job by now: two would do the same work. */
function cancelWithoutLock(worker: Worker): void {
  worker.on('lockRenewalFailed', (jobIds) => {
    for (const id of jobIds) worker.cancelJob(id, 'lock lost');
  });
}

/** BullMQ retries without a pause, thousands of times a second. */
function pauseAfterErrors(worker: Worker, log: Log, stopping: AbortSignal): void {
  let isPaused = false;
  worker.on('error', (error) => {
    logQueueError(error, log);
    if (isPaused || stopping.aborted) return;
    isPaused = true;
    worker.pause(true).catch(() => undefined);
    setTimeout(() => {
      isPaused = false;
      if (!stopping.aborted) worker.resume().catch(() => undefined);
    }, pauseAfterErrorMs).unref();
  });
}

/** BullMQ's messages about a job that another worker took or that was removed. */
const lostJob = /^(Missing (key|lock) for|Lock mismatch for|could not renew lock for) job/;

function logQueueError({ message }: Error, log: Log): void {
  if (lostJob.test(message)) log.info({ reason: message }, 'Job lost to another worker or removed');
  else createLogThrottle(log).warn({ reason: message }, 'Queue unreachable');
}
