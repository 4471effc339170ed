import type { RunError } from '../analyses/run-request.ts';
import {
  type ClaimedRun,
  claimRun,
  failRun,
  handBackRun,
  type QueuedRun,
  renewRun,
} from '../db/analysis-store.ts';
import type { Database } from '../db/database.ts';
import { isUnavailable } from '../db/database-error.ts';
import { Prisma } from '../db/generated/prisma/client.ts';
import { matchesOf } from '../db/question-list.ts';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import type { Log } from '../log.ts';
import type { EmbeddingsProvider } from './embeddings.ts';
import { outOfMemory } from './memory-watch.ts';
import { createThreadPool, isOutOfMemory, type ThreadPool } from './thread-pool.ts';
import { progressSteps, slots, type ThreadOutcome, type ThreadTask } from './thread-task.ts';
import type { Traffic } from './traffic.ts';

export interface RunnerOptions {
  readonly database: Database;
  readonly threads: number;
  /** Seconds. */
  readonly timeLimit: number;
  /** Bytes. */
  readonly memoryLimit: number;
  readonly embeddings: EmbeddingsProvider | undefined;
  /** Of the process that the threads are in. */
  readonly traffic?: Traffic | undefined;
  readonly tell: (type: RunNews, id: string) => Promise<void>;
  /** Puts a run that is handed back where another worker finds it. */
  readonly enqueue: (run: QueuedRun) => Promise<void>;
  readonly log: Log;
}

export type RunNews =
  | 'analysis.started'
  | 'analysis.progressed'
  | 'analysis.completed'
  | 'analysis.failed';

/** Takes runs to their end, each in a thread. */
export interface Runner {
  /** Begins a queued run, if it is still there to begin, and sees it through. */
  run(queued: QueuedRun): Promise<void>;
  /** The run was cancelled: its thread need not go on. */
  drop(id: string): void;
  /** Hands back what is under way. */
  close(): Promise<void>;
}

type Stop = 'time_limit' | 'shutdown' | 'taken';

interface Supervised {
  readonly claimed: ClaimedRun;
  readonly state: Int32Array;
  readonly killer: AbortController;
  stopped?: Stop;
}

const tickInterval = 300;
const renewInterval = 3000;
/** What does not stop by itself in so many milliseconds is ended with its thread: all stop within 200. */
const grace = 150;
/** Milliseconds to hand back what was under way. */
const farewell = 4000;

export function createRunner(options: RunnerOptions): Runner {
  const { database, threads, timeLimit, memoryLimit, tell, enqueue, log } = options;
  const running = new Map<string, Supervised>();
  let pool: Promise<ThreadPool> | undefined;
  let isClosing = false;

  const stop = (run: Supervised, why: Stop) => {
    run.stopped ??= why;
    Atomics.store(run.state, slots.stop, 1);
    setTimeout(() => run.killer.abort(), grace).unref();
  };

  const supervise = async (run: Supervised): Promise<ThreadOutcome> => {
    pool ??= createThreadPool(threads, memoryLimit);
    const timer = setTimeout(() => stop(run, 'time_limit'), timeLimit * 1000);
    const ticking = watch(run);
    try {
      return await (await pool).run(describeTask(options, run), run.killer.signal);
    } catch (error) {
      if (run.killer.signal.aborted) return { state: 'stopped' };
      if (isOutOfMemory(error)) {
        const { code, message: detail } = outOfMemory();
        return { state: 'failed', error: { code, detail } };
      }
      throw error;
    } finally {
      clearTimeout(timer);
      await ticking.end();
    }
  };

  /** Renews the lease and tells of progress while the thread is at work. */
  const watch = (run: Supervised) => {
    let told = 0;
    let renewedAt = performance.now();
    let tick = Promise.resolve();
    const look = async () => {
      const progress = Atomics.load(run.state, slots.progress) / progressSteps;
      const isDue = performance.now() - renewedAt > renewInterval;
      if (progress === told && !isDue) return;
      renewedAt = performance.now();
      if (!(await renewRun(database, run.claimed, progress))) return stop(run, 'taken');
      if (progress !== told) await tell('analysis.progressed', run.claimed.id);
      told = progress;
    };
    let isLooking = false;
    const timer = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      tick = look()
        .catch((error: unknown) => log.warn({ err: error }, 'A run could not be renewed.'))
        .finally(() => {
          isLooking = false;
        });
    }, tickInterval);
    return {
      end: () => {
        clearInterval(timer);
        return tick;
      },
    };
  };

  const settle = async (run: Supervised, outcome: ThreadOutcome): Promise<void> => {
    const { claimed } = run;
    // Its lease runs out, and it is taken up again.
    if (outcome.state === 'cut_off') {
      log.warn({ reason: outcome.reason, id: claimed.id }, 'A run was left.');
    }
    if (outcome.state === 'saved') await tell('analysis.completed', claimed.id);
    if (outcome.state === 'failed') await fail(claimed, outcome.error);
    if (outcome.state !== 'stopped') return;
    if (run.stopped === 'time_limit') await fail(claimed, tooSlow(timeLimit));
    if (run.stopped === 'shutdown') {
      const queued = await handBackRun(database, claimed);
      if (queued) await enqueue(queued);
    }
  };

  const fail = async (claimed: ClaimedRun, error: RunError) => {
    if (await failRun(database, claimed, error)) await tell('analysis.failed', claimed.id);
  };

  return {
    async run(queued) {
      if (isClosing) return;
      const claimed = await claimRun(database, queued.id, queued.jobId);
      if (!claimed) return;
      const state = new Int32Array(new SharedArrayBuffer(8));
      const run: Supervised = { claimed, state, killer: new AbortController() };
      running.set(claimed.id, run);
      if (isClosing) stop(run, 'shutdown');
      const { id, attempt, analysisType: type } = claimed;
      log.info({ id, type, attempt }, 'A run begins.');
      try {
        await tell('analysis.started', id);
        const outcome = await supervise(run);
        log.info({ id, type, attempt, outcome: outcome.state, why: run.stopped }, 'A run ended.');
        await settle(run, outcome);
      } catch (error) {
        // Without a database nothing can be said of the run; its lease runs out and it is taken up again.
        if (isUnavailable(error))
          return log.warn({ err: error, id: claimed.id }, 'A run was left.');
        log.error({ err: error, id: claimed.id, type: claimed.analysisType }, 'A run broke.');
        await fail(claimed, broken(claimed.id));
      } finally {
        running.delete(claimed.id);
      }
    },
    drop(id) {
      const run = running.get(id);
      if (run) stop(run, 'taken');
    },
    async close() {
      isClosing = true;
      for (const run of running.values()) stop(run, 'shutdown');
      const deadline = performance.now() + farewell;
      while (running.size > 0 && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await (await pool)?.close();
    },
  };
}

function describeTask(
  { database, memoryLimit, embeddings, traffic }: RunnerOptions,
  { claimed, state }: Supervised,
): ThreadTask {
  const { id, jobId, analysisType, hasIds, selection, questionCount } = claimed;
  const { text, values } = hasIds
    ? Prisma.sql`FROM questions WHERE questions.id IN (
        SELECT unnest(question_ids) FROM analyses WHERE id = ${id}::uuid)`
    : matchesOf((selection ?? {}) as QuestionFilter);
  return {
    databaseUrl: database.url,
    id,
    jobId,
    analysisType,
    matches: { text, values: [...values] },
    asked: hasIds ? questionCount : null,
    memoryLimit,
    embeddings,
    shared: state.buffer as SharedArrayBuffer,
    traffic: traffic?.shared,
  };
}

function tooSlow(seconds: number): RunError {
  return {
    code: 'time_limit',
    detail: `The run took longer than ${seconds} s, which ANALYSIS_TIMEOUT allows. Choose fewer questions.`,
  };
}

function broken(id: string): RunError {
  return {
    code: 'internal_error',
    detail: `The analysis broke, which is a fault of ours. Quote the run's id ${id} when you report it.`,
  };
}
