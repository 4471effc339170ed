import { maxAttempts, type RunError } from '../analyses/run-request.ts';
import type { RunAttempt } from './analysis-store.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/** A run whose worker is gone, as it was taken from it. */
export interface LostRun extends RunAttempt {
  readonly status: 'QUEUED' | 'FAILED';
}

/** An unfinished run, and the job that delivers it. */
export interface UnfinishedRun extends RunAttempt {
  readonly jobId: string;
  readonly status: 'QUEUED' | 'RUNNING';
  /** Null until a worker claims it; distinguishes two claims of the same attempt. */
  readonly startedAt: Date | null;
  /** Of the request that asked for it, packed. */
  readonly traceContext: string | null;
}

const workerLost: RunError = {
  code: 'worker_lost',
  detail: `Its worker was lost ${maxAttempts} times; the run may need more memory than there is. Try fewer questions.`,
};

/** The queue delivers a job again that a worker has claimed: that worker is lost. */
export async function takeBackRun(
  database: Database,
  id: string,
  jobId: string,
): Promise<LostRun | undefined> {
  const [run] = await takeBack(database, Prisma.sql`id = ${id}::uuid AND job_id = ${jobId}::uuid`);
  return run;
}

/** The same for a run whose job waits again, if no worker has claimed it since it was read. */
export async function takeBackUnclaimed(
  database: Database,
  { id, attempt, startedAt }: UnfinishedRun,
): Promise<LostRun | undefined> {
  const [run] = await takeBack(
    database,
    Prisma.sql`id = ${id}::uuid AND attempt = ${attempt} AND started_at = ${startedAt}`,
  );
  return run;
}

/** Runs past their time limit, which nobody runs any more: those of a process without a queue. */
export function takeBackOverdue(database: Database): Promise<LostRun[]> {
  return takeBack(database, Prisma.sql`lease_until < now()`);
}

/** RUNNING → QUEUED with the next attempt, or → FAILED after the last. */
function takeBack(database: Database, condition: Prisma.Sql): Promise<LostRun[]> {
  return database.query<LostRun>(Prisma.sql`
    UPDATE analyses SET
      status = CASE WHEN attempt < ${maxAttempts} THEN 'QUEUED' ELSE 'FAILED' END,
      error = CASE WHEN attempt < ${maxAttempts} THEN NULL
        ELSE ${JSON.stringify(workerLost)}::json END,
      finished_at = CASE WHEN attempt < ${maxAttempts} THEN NULL ELSE clock_timestamp() END,
      started_at = CASE WHEN attempt < ${maxAttempts} THEN NULL ELSE started_at END,
      input = CASE WHEN attempt < ${maxAttempts} THEN input ELSE NULL END,
      attempt = LEAST(attempt + 1, ${maxAttempts}),
      job_id = COALESCE(job_id, id), progress = 0, lease_until = NULL
    WHERE status = 'RUNNING' AND ${condition}
    RETURNING id, status, attempt`);
}

/** Unfinished runs that a queue delivers, oldest first, after the given one. */
export function listUnfinishedRuns(
  database: Database,
  status: 'QUEUED' | 'RUNNING',
  after: string | null,
  limit: number,
): Promise<UnfinishedRun[]> {
  return database.query<UnfinishedRun>(Prisma.sql`
    SELECT id, attempt, job_id AS "jobId", status, started_at AS "startedAt",
      trace_context AS "traceContext"
    FROM analyses
    WHERE status = ${status} AND job_id IS NOT NULL
      AND (${after}::uuid IS NULL OR id > ${after}::uuid)
    ORDER BY id LIMIT ${limit}`);
}
