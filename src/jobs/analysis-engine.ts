import { setTimeout as sleep } from 'node:timers/promises';
import { listQueuedRuns, type QueuedRun, takeBackLostRuns } from '../db/analysis-store.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { EmbeddingsProvider } from './embeddings.ts';
import { type JobQueue, openJobQueue } from './job-queue.ts';
import type { QueueOptions } from './queue-backend.ts';
import { createRunner, type RunNews } from './runner.ts';
import type { Traffic } from './traffic.ts';

export interface EngineOptions {
  readonly database: Database;
  readonly redisUrl: string | undefined;
  /** How many runs this process takes at a time; 0 for none. */
  readonly workers: number;
  readonly timeLimit: number;
  readonly memoryLimit: number;
  readonly embeddings: EmbeddingsProvider | undefined;
  readonly publish: (event: { type: RunNews; id: string }) => Promise<void>;
  /** Hears what is told on other nodes. */
  readonly listen: (listener: (event: { type: string; id: string }) => void) => () => void;
  /**
   * Milliseconds before the queue is opened, unless a run is asked for earlier: what it takes would
   * delay a service's first answer.
   */
  readonly startDelay?: number;
  /** Runs stand back for the requests that this process answers. */
  readonly traffic?: Traffic;
  readonly log: Log;
}

/** Sees to it that every run that is asked for is run. */
export interface AnalysisEngine {
  /** Hands a saved run to a worker; what goes wrong here is mended by the next sweep. */
  enqueue(run: QueuedRun): Promise<void>;
  /** Throws when the queue is out of reach; what is still being opened is no fault. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

const sweepInterval = 5000;
const retryInterval = 2000;
const runsPerLook = 200;

/** Opens the queue in the background, so that the service can answer at once. */
export function startAnalysisEngine(options: EngineOptions): AnalysisEngine {
  const { database, redisUrl, workers, timeLimit, memoryLimit, embeddings, publish, log } = options;
  const { startDelay = 0, traffic } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let queue: JobQueue | undefined;
  let fault: unknown;

  let wake = () => {};
  const wanted = new Promise<void>((resolve) => {
    wake = resolve;
  });

  const enqueue = async (run: QueuedRun) => {
    wake();
    try {
      await queue?.add(run);
    } catch (error) {
      log.warn({ err: error, id: run.id }, 'A run could not be queued yet.');
    }
  };
  const runner = createRunner({
    database,
    threads: Math.max(1, workers),
    timeLimit,
    memoryLimit,
    embeddings,
    traffic,
    tell: (type, id) => publish({ type, id }),
    enqueue,
    log,
  });
  const stopListening = options.listen(({ type, id }) => {
    if (type === 'analysis.cancelled') runner.drop(id);
  });

  /** Takes back the runs of lost workers, and queues again those whose job is missing. */
  const sweep = async (jobs: JobQueue) => {
    for (const run of await takeBackLostRuns(database)) {
      log.warn({ id: run.id, attempt: run.attempt }, 'The worker of a run was lost.');
      if (run.status === 'QUEUED') await jobs.add(run);
      else await publish({ type: 'analysis.failed', id: run.id });
    }
    await jobs.check();
    // Where one is missing all may be, so that it goes on at once.
    while ((await queueMissing(jobs)) && lastChecked !== null && !signal.aborted);
  };

  let lastChecked: string | null = null;
  /** Looks at the next runs that wait; true when the job of one was missing. */
  const queueMissing = async (jobs: JobQueue): Promise<boolean> => {
    const waiting = await listQueuedRuns(database, lastChecked, runsPerLook);
    lastChecked = waiting.length < runsPerLook ? null : (waiting.at(-1)?.id ?? null);
    let isMissing = false;
    for (const run of waiting) {
      if (await jobs.has(run.jobId)) continue;
      isMissing = true;
      await jobs.add(run);
    }
    return isMissing;
  };

  const work = async () => {
    await Promise.race([wanted, sleep(startDelay, undefined, { signal, ref: false })]).catch(
      () => undefined,
    );
    const jobs = await openPersistently({ database, redisUrl, log }, signal, (error) => {
      fault = error;
    });
    if (!jobs) return;
    queue = jobs;
    if (workers > 0) jobs.work(workers, (run) => runner.run(run));
    while (!signal.aborted) {
      await sweep(jobs).catch(async (error: unknown) => {
        if (signal.aborted) return;
        log.warn({ err: error }, 'Runs could not be looked after.');
        // Its tables may be gone, as in a database that was restored without them.
        await jobs.repair().catch(() => undefined);
      });
      await sleep(sweepInterval, undefined, { signal }).catch(() => undefined);
    }
  };
  const working = work();

  return {
    enqueue,
    async check() {
      if (!queue && fault !== undefined) throw fault;
      await queue?.check();
    },
    async stop() {
      stopListening();
      stopping.abort();
      // Else it would take the very runs that are handed back.
      queue?.rest();
      await runner.close();
      await working;
      await queue?.close();
    },
  };
}

async function openPersistently(
  options: QueueOptions,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<JobQueue | undefined> {
  let told = '';
  while (!signal.aborted) {
    try {
      return await openJobQueue(options);
    } catch (error) {
      onFault(error);
      const reason = String(error);
      if (reason !== told) options.log.warn({ err: error }, 'The queue cannot be opened yet.');
      told = reason;
      await sleep(retryInterval, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}
