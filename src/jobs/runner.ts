import type { RunError } from '../analyses/run-request.ts';
import { type ClaimedRun, failRun, returnRun, saveProgress } from '../db/analysis-store.ts';
import type { Database } from '../db/database.ts';
import { ConnectionLostError, isUnavailable } from '../db/database-error.ts';
import { matchesOf, matchesOfRun } from '../db/question-list.ts';
import { reportStatements, seesStatements } from '../db/statement-log.ts';
import { currentCancellation } from '../db/statement-scope.ts';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import { packTrace } from '../domain/trace-context.ts';
import type { Log } from '../log.ts';
import type { EmbeddingsProvider } from './embeddings.ts';
import { setLongTimeout } from './long-timeout.ts';
import { outOfMemory } from './memory-watch.ts';
import { createThreadPool, isOutOfMemory, type ThreadPool } from './thread-pool.ts';
import { progressSteps, type RunOutcome, slots, type ThreadTask } from './thread-task.ts';
import type { Traffic } from './traffic.ts';

export type RunEvent =
  | 'analysis.started'
  | 'analysis.progressed'
  | 'analysis.completed'
  | 'analysis.failed';

export type Publish = (type: RunEvent, id: string) => Promise<void>;

export interface RunnerOptions {
  readonly database: Database;
  /** A replica to read questions from. */
  readonly replicaUrl?: string | undefined;
  readonly threads: number;
  /** Seconds. */
  readonly timeLimit: number;
  /** Bytes. */
  readonly memoryLimit: number;
  readonly embeddings: EmbeddingsProvider;
  /** Of the process that the threads belong to. */
  readonly traffic?: Traffic | undefined;
  /** Milliseconds that a thread has to stop by itself before it is terminated. */
  readonly stopGraceMs?: number;
  readonly publish: Publish;
  readonly log: Log;
}

/** Executes claimed runs, each in a thread. */
export interface Runner {
  /**
   * Executes a run to its end, or until the signal is aborted: then it is `returned`, as QUEUED.
   * Throws when the database is unreachable and the state of the run is unknown.
   */
  run(claimed: ClaimedRun, signal: AbortSignal): Promise<'done' | 'returned'>;
  /** Stops the thread of a run that was cancelled. */
  cancel(id: string): void;
  close(): Promise<void>;
}

/** `released`: by this worker, to another one. `revoked`: cancelled or taken over. */
type StopReason = 'time_limit' | 'released' | 'revoked';

interface ActiveRun {
  readonly claimed: ClaimedRun;
  readonly state: Int32Array;
  readonly terminator: AbortController;
  stopReason?: StopReason;
}

const tickIntervalMs = 300;
/** How often a run without progress checks that it has not been cancelled or taken over. */
const ownershipIntervalMs = 3000;
/** Analyses poll the flag often enough to stop within this time. */
const defaultStopGraceMs = 150;

export function createRunner(options: RunnerOptions): Runner {
  const { database, threads, timeLimit, memoryLimit, publish, log } = options;
  const { stopGraceMs = defaultStopGraceMs } = options;
  // Not by id: a run may come back to the process that has just lost it.
  const active = new Set<ActiveRun>();
  let pool: Promise<ThreadPool> | undefined;

  const stop = (run: ActiveRun, reason: StopReason) => {
    run.stopReason ??= reason;
    Atomics.store(run.state, slots.stop, 1);
    setTimeout(() => run.terminator.abort(), stopGraceMs).unref();
  };

  const execute = async (run: ActiveRun): Promise<RunOutcome> => {
    pool ??= createThreadPool(threads, memoryLimit);
    const cancelTimer = setLongTimeout(() => stop(run, 'time_limit'), timeLimit * 1000);
    const monitor = watch(run);
    try {
      const { outcome, statements } = await (await pool).run(
        describeTask(options, run),
        run.terminator.signal,
      );
      reportStatements(statements, currentCancellation(), log);
      return outcome;
    } catch (error) {
      if (run.terminator.signal.aborted) return { state: 'terminated' };
      if (isOutOfMemory(error)) {
        const { code, message: detail } = outOfMemory();
        return { state: 'failed', error: { code, detail } };
      }
      throw error;
    } finally {
      cancelTimer();
      await monitor.end();
    }
  };

  /** Saves and publishes the progress of a thread, and stops it when the run is no longer its own. */
  const watch = (run: ActiveRun) => {
    let published = 0;
    let checkedAt = performance.now();
    let tick = Promise.resolve();
    const check = async () => {
      const progress = Atomics.load(run.state, slots.progress) / progressSteps;
      const isDue = performance.now() - checkedAt > ownershipIntervalMs;
      if (progress === published && !isDue) return;
      checkedAt = performance.now();
      if (!(await saveProgress(database, run.claimed, progress))) return stop(run, 'revoked');
      if (progress !== published) await publish('analysis.progressed', run.claimed.id);
      published = progress;
    };
    let isChecking = false;
    const timer = setInterval(() => {
      if (isChecking) return;
      isChecking = true;
      tick = check()
        .catch((error: unknown) => log.warn({ err: error }, 'Progress of a run not saved'))
        .finally(() => {
          isChecking = false;
        });
    }, tickIntervalMs);
    return {
      end: () => {
        clearInterval(timer);
        return tick;
      },
    };
  };

  const finish = async (run: ActiveRun, outcome: RunOutcome): Promise<'done' | 'returned'> => {
    const { claimed } = run;
    if (outcome.state === 'disconnected') throw new ConnectionLostError(outcome.reason);
    if (outcome.state === 'saved') await publish('analysis.completed', claimed.id);
    if (outcome.state === 'failed') await fail(claimed, outcome.error);
    if (outcome.state !== 'stopped' && outcome.state !== 'terminated') return 'done';
    if (run.stopReason === 'time_limit') await fail(claimed, timeLimitExceeded(timeLimit));
    if (run.stopReason !== 'released') return 'done';
    await returnRun(database, claimed);
    return 'returned';
  };

  const fail = async (claimed: ClaimedRun, error: RunError) => {
    if (await failRun(database, claimed, error)) await publish('analysis.failed', claimed.id);
  };

  return {
    async run(claimed, signal) {
      const state = new Int32Array(new SharedArrayBuffer(8));
      const run: ActiveRun = { claimed, state, terminator: new AbortController() };
      active.add(run);
      const release = () => stop(run, 'released');
      signal.addEventListener('abort', release);
      if (signal.aborted) release();
      const { id, attempt, analysisType: type } = claimed;
      const trace_id = currentCancellation()?.trace?.traceId;
      log.info({ id, type, attempt, trace_id }, 'Run started');
      try {
        await publish('analysis.started', id);
        const outcome = await execute(run);
        const reason = run.stopReason;
        log.info({ id, type, attempt, outcome: outcome.state, reason, trace_id }, 'Run ended');
        return await finish(run, outcome);
      } catch (error) {
        // Still RUNNING, and delivered again with the next attempt.
        if (isUnavailable(error)) {
          log.warn({ err: error, id, type, attempt }, 'Run abandoned');
          throw error;
        }
        log.error({ err: error, id, type, attempt }, 'Run crashed');
        await fail(claimed, internalError(id));
        return 'done';
      } finally {
        signal.removeEventListener('abort', release);
        active.delete(run);
      }
    },
    cancel(id) {
      for (const run of active) if (run.claimed.id === id) stop(run, 'revoked');
    },
    async close() {
      await (await pool)?.close();
    },
  };
}

function describeTask(
  { database, replicaUrl, memoryLimit, embeddings, traffic, log }: RunnerOptions,
  { claimed, state }: ActiveRun,
): ThreadTask {
  const { id, attempt, analysisType, hasIds, selection, questionCount } = claimed;
  const work = currentCancellation();
  const { text, values } = hasIds
    ? matchesOfRun(id)
    : matchesOf((selection ?? {}) as QuestionFilter);
  return {
    databaseUrl: database.url,
    replicaUrl,
    id,
    attempt,
    analysisType,
    matches: { text, values: [...values] },
    requestedCount: hasIds ? questionCount : null,
    memoryLimit,
    embeddings,
    shared: state.buffer as SharedArrayBuffer,
    traffic: traffic?.shared,
    trace: work?.trace && packTrace(work.trace),
    keepsStatements: seesStatements(work, log),
  };
}

function timeLimitExceeded(seconds: number): RunError {
  return {
    code: 'time_limit',
    detail: `The run took longer than ${seconds} s, the limit set by ANALYSIS_TIMEOUT. Choose fewer questions.`,
  };
}

function internalError(id: string): RunError {
  return {
    code: 'internal_error',
    detail: `The analysis failed with an internal error. Include the run id ${id} when you report it.`,
  };
}
