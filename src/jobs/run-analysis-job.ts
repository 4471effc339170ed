import * as z from 'zod';
import { maxAttempts } from '../analyses/run-request.ts';
import { type ClaimedRun, claimRun } from '../db/analysis-store.ts';
import type { Database } from '../db/database.ts';
import {
  type LostRun,
  listUnfinishedRuns,
  takeBackOverdue,
  takeBackRun,
  takeBackUnclaimed,
  type UnfinishedRun,
} from '../db/lost-runs.ts';
import { unpackTrace } from '../domain/trace-context.ts';
import type { Log } from '../log.ts';
import type { JobDefinition, JobHandler, JobQueue } from './job-definition.ts';
import type { Publish, Runner } from './runner.ts';

interface RunPayload {
  readonly id: string;
}

/** Runs an analysis that was saved as QUEUED. Its job has the id of the run. */
export const runAnalysisJob: JobDefinition<RunPayload> = {
  queue: 'analysis',
  payload: z.object({ id: z.uuid() }),
  attempts: maxAttempts,
  backoffMs: 1000,
};

export interface RunAnalysisOptions {
  readonly database: Database;
  readonly runner: Runner;
  readonly concurrency: number;
  /** Seconds. */
  readonly timeLimit: number;
  readonly publish: Publish;
  readonly log: Log;
}

const runsPerPage = 200;
/**
 * A running job that the queue has lost is added again this much later: by then its worker has
 * noticed that its lock is gone and has returned the run.
 */
const lostJobDelayMs = 20_000;

export function createRunAnalysisHandler(options: RunAnalysisOptions): JobHandler<RunPayload> {
  const { database, runner, concurrency, timeLimit, publish, log } = options;

  const reportLost = async ({ id, attempt, status }: LostRun): Promise<void> => {
    log.warn({ id, attempt, status }, 'Worker of a run lost');
    if (status === 'FAILED') await publish('analysis.failed', id);
  };

  const claim = async (id: string, jobId: string): Promise<ClaimedRun | undefined> => {
    const claimed = await claimRun(database, { id, jobId }, timeLimit);
    if (claimed) return claimed;
    // BullMQ delivers a job to one worker at a time: the one that had this run has lost its lock.
    const lost = await takeBackRun(database, id, jobId);
    if (!lost) return undefined;
    await reportLost(lost);
    return claimRun(database, { id, jobId }, timeLimit);
  };

  /** RUNNING is checked job by job: a run whose job waits again must not look as if it were running. */
  const checkRunning = async (run: UnfinishedRun, queue: JobQueue<RunPayload>): Promise<void> => {
    const state = await queue.stateOf(run.jobId);
    if (state === 'missing') await addAgain(run, queue, lostJobDelayMs);
    if (state !== 'waiting') return;
    const lost = await takeBackUnclaimed(database, run);
    if (lost) await reportLost(lost);
  };

  let lastChecked: string | null = null;
  /** Checks the next page of waiting runs; true when a job was missing and more runs follow. */
  const addMissingJobs = async (queue: JobQueue<RunPayload>): Promise<boolean> => {
    const runs = await listUnfinishedRuns(database, 'QUEUED', lastChecked, runsPerPage);
    lastChecked = runs.length < runsPerPage ? null : (runs.at(-1)?.id ?? null);
    let isMissing = false;
    for (const run of runs) {
      if (await queue.has(run.jobId)) continue;
      isMissing = true;
      await addAgain(run, queue);
    }
    return isMissing && lastChecked !== null;
  };

  return {
    concurrency,
    async work({ jobId, payload: { id }, signal }) {
      const claimed = await claim(id, jobId);
      return claimed ? runner.run(claimed, signal) : 'done';
    },
    async sweep(queue, signal) {
      for (const lost of await takeBackOverdue(database)) await reportLost(lost);
      for (const run of await listUnfinishedRuns(database, 'RUNNING', null, runsPerPage)) {
        await checkRunning(run, queue);
      }
      // If one job is missing, all may be: the next page is not left for the next sweep.
      while ((await addMissingJobs(queue)) && !signal.aborted);
    },
  };
}

/** With the trace of its request, which the lost job carried. */
function addAgain(
  { id, jobId, traceContext }: UnfinishedRun,
  queue: JobQueue<RunPayload>,
  delayMs = 0,
): Promise<void> {
  return queue.add(jobId, { id }, delayMs, { trace: unpackTrace(traceContext) });
}
