import { v7 as uuidv7 } from 'uuid';
import type { FormRequest } from '../../domain/form-input.ts';
import type { Database } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Transaction } from '../transaction.ts';

export const formStatuses = [
  'QUEUED',
  'RUNNING',
  'OPTIMAL',
  'FEASIBLE',
  'INFEASIBLE',
  'FAILED',
] as const;

export type FormStatus = (typeof formStatuses)[number];

export function isFinishedForm(status: string): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING';
}

export interface FormError {
  readonly code: string;
  readonly detail: string;
}

/** Forms at one attempt to assemble them; only the worker that holds the attempt may write. */
export interface FormAttempt {
  readonly id: string;
  readonly attempt: number;
}

export interface NewForm {
  readonly request: FormRequest;
  readonly seed: string;
  readonly analysisId: string | null;
  readonly by: string;
  readonly at: Date;
}

const maxAttempts = 3;

/** Saves QUEUED forms and returns their id, which is also that of their job. */
export async function saveForm(transaction: Transaction, form: NewForm): Promise<string> {
  const { request, seed, analysisId, by, at } = form;
  const id = uuidv7();
  await transaction.$executeRaw`
    INSERT INTO forms (id, name, status, request, seed, analysis_id, created_by, created_at)
    VALUES (${id}::uuid, ${request.name ?? null}, 'QUEUED', ${JSON.stringify(request)}::json, ${seed},
      ${analysisId}::uuid, ${by}, ${at})`;
  return id;
}

/**
 * The next attempt of forms that have not ended, or undefined. BullMQ delivers a job to one worker at a
 * time: one that had them before is lost, and what it still writes matches no row.
 */
export async function claimForm(database: Database, id: string): Promise<FormAttempt | undefined> {
  const [claimed] = await database.query<FormAttempt>(Prisma.sql`
    UPDATE forms SET status = 'RUNNING', attempt = attempt + 1
    WHERE id = ${id}::uuid AND status IN ('QUEUED', 'RUNNING') AND attempt < ${maxAttempts}
    RETURNING id, attempt`);
  if (claimed) return claimed;
  const detail = `The worker was lost ${maxAttempts} times. Ask for fewer questions or forms.`;
  const attempt = { id, attempt: maxAttempts };
  await failForm(database, attempt, { code: 'worker_lost', detail });
  return undefined;
}

/** RUNNING → QUEUED by its own worker, which has stopped: no attempt is counted. */
export async function returnForm(database: Database, form: FormAttempt): Promise<void> {
  await database.query(Prisma.sql`
    UPDATE forms SET status = 'QUEUED', attempt = attempt - 1 WHERE ${isHeld(form)}`);
}

export async function failForm(
  database: Database,
  form: FormAttempt,
  error: FormError,
): Promise<void> {
  await database.query(Prisma.sql`
    UPDATE forms SET status = 'FAILED', error = ${JSON.stringify(error)}::json,
      finished_at = clock_timestamp()
    WHERE ${isHeld(form)}`);
}

function isHeld({ id, attempt }: FormAttempt): Prisma.Sql {
  return Prisma.sql`id = ${id}::uuid AND attempt = ${attempt} AND status = 'RUNNING'`;
}

export async function listUnfinishedForms(
  database: Database,
): Promise<{ id: string; status: FormStatus }[]> {
  return database.query(Prisma.sql`
    SELECT id, status FROM forms WHERE status IN ('QUEUED', 'RUNNING') ORDER BY id LIMIT 200`);
}
