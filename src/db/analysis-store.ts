import { maxAttempts, type RunError } from '../analyses/run-request.ts';
import type { Database } from './database.ts';
import { type Analysis, Prisma } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

/**
 * The moves of a run from state to state. Each is one statement that names the state it leaves, so
 * that of two who try only one succeeds. A worker's claim is known by its job: a run that was taken
 * from it has another job by then, and whatever it still does comes to nothing.
 */

/** Seconds without a sign of life after which a worker counts as lost. */
const leaseSeconds = 15;

const lease = Prisma.sql`now() + make_interval(secs => ${leaseSeconds})`;

/** A run that a worker has begun. */
export type ClaimedRun = Pick<
  Analysis,
  'id' | 'analysisType' | 'attempt' | 'selection' | 'questionCount'
> & { readonly jobId: string; readonly hasIds: boolean };

/** QUEUED → RUNNING, if the job is still the run's own. */
export async function claimRun(
  database: Database,
  id: string,
  jobId: string,
): Promise<ClaimedRun | undefined> {
  const [run] = await database.query<ClaimedRun>(Prisma.sql`
    UPDATE analyses
    SET status = 'RUNNING', progress = 0, started_at = clock_timestamp(), lease_until = ${lease}
    WHERE id = ${id}::uuid AND job_id = ${jobId}::uuid AND status = 'QUEUED'
    RETURNING id, analysis_type AS "analysisType", attempt, selection, job_id AS "jobId",
      question_count AS "questionCount", cardinality(question_ids) > 0 AS "hasIds"`);
  return run;
}

/** A sign of life; false when the run is no longer this worker's. */
export async function renewRun(
  database: Database,
  { id, jobId }: ClaimedRun,
  progress: number,
): Promise<boolean> {
  const renewed = await database.query(Prisma.sql`
    UPDATE analyses SET lease_until = ${lease}, progress = GREATEST(progress, ${progress})
    WHERE id = ${id}::uuid AND job_id = ${jobId}::uuid AND status = 'RUNNING'
    RETURNING 1`);
  return renewed.length > 0;
}

/** RUNNING → QUEUED under another job, without counting an attempt: the worker goes in good order. */
export async function handBackRun(
  database: Database,
  { id, jobId }: ClaimedRun,
): Promise<QueuedRun | undefined> {
  const [run] = await database.query<QueuedRun>(Prisma.sql`
    UPDATE analyses
    SET status = 'QUEUED', progress = 0, started_at = NULL, lease_until = NULL,
      job_id = gen_random_uuid()
    WHERE id = ${id}::uuid AND job_id = ${jobId}::uuid AND status = 'RUNNING'
    RETURNING id, job_id AS "jobId"`);
  return run;
}

/** RUNNING → FAILED. */
export async function failRun(
  database: Database,
  { id, jobId }: ClaimedRun,
  error: RunError,
): Promise<boolean> {
  const failed = await database.query(Prisma.sql`
    UPDATE analyses
    SET status = 'FAILED', error = ${JSON.stringify(error)}::json, finished_at = clock_timestamp(),
      lease_until = NULL, input = NULL
    WHERE id = ${id}::uuid AND job_id = ${jobId}::uuid AND status = 'RUNNING'
    RETURNING 1`);
  return failed.length > 0;
}

/** QUEUED or RUNNING → CANCELLED; false when it was over already, or is not there. */
export async function cancelRun(transaction: Transaction, id: string): Promise<boolean> {
  const cancelled = await transaction.$executeRaw`
    UPDATE analyses
    SET status = 'CANCELLED', finished_at = clock_timestamp(), lease_until = NULL, input = NULL
    WHERE id = ${id}::uuid AND status IN ('QUEUED', 'RUNNING')`;
  return cancelled > 0;
}

/** Deletes a run that is over, with its result; false when it is not over, or is not there. */
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

export interface QueuedRun {
  readonly id: string;
  readonly jobId: string;
}

export interface LostRun extends QueuedRun {
  readonly status: 'QUEUED' | 'FAILED';
  readonly attempt: number;
}

const workerLost: RunError = {
  code: 'worker_lost',
  detail: `Its worker was lost ${maxAttempts} times; the run may need more memory than there is. Try fewer questions.`,
};

/** RUNNING → QUEUED with one attempt more, or → FAILED after the last, where a worker has gone silent. */
export function takeBackLostRuns(database: Database): Promise<LostRun[]> {
  return database.query<LostRun>(Prisma.sql`
    UPDATE analyses SET
      status = CASE WHEN attempt < ${maxAttempts} THEN 'QUEUED' ELSE 'FAILED' END,
      error = CASE WHEN attempt < ${maxAttempts} THEN NULL
        ELSE ${JSON.stringify(workerLost)}::json END,
      finished_at = CASE WHEN attempt < ${maxAttempts} THEN NULL ELSE clock_timestamp() END,
      started_at = CASE WHEN attempt < ${maxAttempts} THEN NULL ELSE started_at END,
      input = CASE WHEN attempt < ${maxAttempts} THEN input ELSE NULL END,
      attempt = LEAST(attempt + 1, ${maxAttempts}),
      job_id = gen_random_uuid(), progress = 0, lease_until = NULL
    WHERE status = 'RUNNING' AND lease_until < now()
    RETURNING id, job_id AS "jobId", status, attempt`);
}

/** Runs that wait, in the order they came, from behind this one. */
export function listQueuedRuns(
  database: Database,
  behind: string | null,
  limit: number,
): Promise<QueuedRun[]> {
  return database.query<QueuedRun>(Prisma.sql`
    SELECT id, job_id AS "jobId" FROM analyses
    WHERE status = 'QUEUED' AND (${behind}::uuid IS NULL OR id > ${behind}::uuid)
    ORDER BY id LIMIT ${limit}`);
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
