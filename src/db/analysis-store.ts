import type { RunError } from '../analyses/run-request.ts';
import type { Database } from './database.ts';
import { type Analysis, Prisma } from './generated/prisma/client.ts';
import { queryTraced } from './query-traced.ts';
import type { Transaction } from './transaction.ts';

/**
 * The transitions of a run. Each is one statement that names the state it leaves, so that of two
 * callers only one succeeds. The attempt is a fencing token: whoever takes a run from a worker
 * increments it, and what that worker still writes matches no row.
 */

/** A run as its queue knows it. */
export interface RunJob {
  readonly id: string;
  /** Null for a run that its own process runs, without a queue. */
  readonly jobId: string | null;
}

/** A run at one of its attempts; only the worker that holds the attempt may write. */
export interface RunAttempt {
  readonly id: string;
  readonly attempt: number;
}

export type ClaimedRun = RunAttempt &
  Pick<Analysis, 'analysisType' | 'selection' | 'questionCount'> & { readonly hasIds: boolean };

/** Seconds between the time limit of a run and the moment when nobody can be running it any more. */
const overdueMargin = 60;

/** QUEUED → RUNNING, if the job is the run's own: release 0.1.0 gives a recovered run another job. */
export async function claimRun(
  database: Database,
  { id, jobId }: RunJob,
  timeLimit: number,
): Promise<ClaimedRun | undefined> {
  const [run] = await queryTraced<ClaimedRun>(
    database,
    Prisma.sql`
    UPDATE analyses
    SET status = 'RUNNING', progress = 0, started_at = clock_timestamp(), job_id = ${jobId}::uuid,
      lease_until = now() + make_interval(secs => ${timeLimit + overdueMargin})
    WHERE id = ${id}::uuid AND status = 'QUEUED' AND job_id = COALESCE(${jobId}::uuid, job_id)
    RETURNING id, attempt, analysis_type AS "analysisType", selection,
      question_count AS "questionCount", cardinality(question_ids) > 0 AS "hasIds"`,
  );
  return run;
}

/** False when the run is no longer this worker's. */
export async function saveProgress(
  database: Database,
  { id, attempt }: RunAttempt,
  progress: number,
): Promise<boolean> {
  const saved = await queryTraced(
    database,
    Prisma.sql`
    UPDATE analyses SET progress = GREATEST(progress, ${progress})
    WHERE id = ${id}::uuid AND attempt = ${attempt} AND status = 'RUNNING'
    RETURNING 1`,
  );
  return saved.length > 0;
}

/**
 * RUNNING → QUEUED by its own worker, which has stopped working on it: no attempt is counted, and
 * none of its writes can come later.
 */
export async function returnRun(database: Database, { id, attempt }: RunAttempt): Promise<void> {
  await database.query(Prisma.sql`
    UPDATE analyses
    SET status = 'QUEUED', progress = 0, started_at = NULL, lease_until = NULL,
      job_id = COALESCE(job_id, id)
    WHERE id = ${id}::uuid AND attempt = ${attempt} AND status = 'RUNNING'`);
}

/** RUNNING → FAILED. */
export async function failRun(
  database: Database,
  { id, attempt }: RunAttempt,
  error: RunError,
): Promise<boolean> {
  const failed = await queryTraced(
    database,
    Prisma.sql`
    UPDATE analyses
    SET status = 'FAILED', error = ${JSON.stringify(error)}::json, finished_at = clock_timestamp(),
      lease_until = NULL, input = NULL
    WHERE id = ${id}::uuid AND attempt = ${attempt} AND status = 'RUNNING'
    RETURNING 1`,
  );
  return failed.length > 0;
}

/** QUEUED or RUNNING → CANCELLED; false when it has ended already or does not exist. */
export async function cancelRun(
  transaction: Transaction,
  id: string,
  by?: string,
): Promise<boolean> {
  // The trigger that writes the event reads who did it.
  const cancelled = await transaction.$executeRaw`
    WITH author AS (SELECT set_config('quaestor.actor', ${by ?? ''}, true))
    UPDATE analyses
    SET status = 'CANCELLED', finished_at = clock_timestamp(), lease_until = NULL, input = NULL
    FROM author WHERE id = ${id}::uuid AND status IN ('QUEUED', 'RUNNING')`;
  return cancelled > 0;
}

/** Deletes a finished run with its result; false when it is unfinished or does not exist. */
export async function deleteRun(transaction: Transaction, id: string): Promise<boolean> {
  const deleted = await transaction.$executeRaw`
    DELETE FROM analyses WHERE id = ${id}::uuid AND status NOT IN ('QUEUED', 'RUNNING')`;
  return deleted > 0;
}

export async function readStatus(
  transaction: Transaction,
  id: string,
): Promise<string | undefined> {
  const select = { status: true };
  return (await transaction.analysis.findUnique({ where: { id }, select }))?.status;
}

export async function countLiveRuns(
  database: Database,
): Promise<{ queued: number; running: number }> {
  const [row] = await database.query<{ queued: number; running: number }>(Prisma.sql`
    SELECT count(*) FILTER (WHERE status = 'QUEUED')::int AS queued,
      count(*) FILTER (WHERE status = 'RUNNING')::int AS running
    FROM analyses WHERE status IN ('QUEUED', 'RUNNING')`);
  return row ?? { queued: 0, running: 0 };
}

/** How long the oldest run has waited for a worker, and the oldest running one has been at work, in seconds. */
export async function ageOfRuns(database: Database): Promise<{ queued: number; running: number }> {
  const [row] = await database.query<{ queued: number; running: number }>(Prisma.sql`
    SELECT COALESCE(max(extract(epoch FROM clock_timestamp() - created_at))
        FILTER (WHERE status = 'QUEUED'), 0)::float8 AS queued,
      COALESCE(max(extract(epoch FROM clock_timestamp() - started_at))
        FILTER (WHERE status = 'RUNNING'), 0)::float8 AS running
    FROM analyses WHERE status IN ('QUEUED', 'RUNNING')`);
  return row ?? { queued: 0, running: 0 };
}
