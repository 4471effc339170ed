import * as z from 'zod';
import type { Database } from '../../db/database.ts';
import { ConnectionLostError, isUnavailable } from '../../db/database-error.ts';
import {
  claimForm,
  type FormAttempt,
  failForm,
  listUnfinishedForms,
  returnForm,
} from '../../db/forms/form-store.ts';
import { reportStatements, seesStatements } from '../../db/statement-log.ts';
import { currentCancellation } from '../../db/statement-scope.ts';
import type { Log } from '../../log.ts';
import type { JobDefinition, JobHandler } from '../job-definition.ts';
import type { FormOutcome } from './form-task.ts';
import { runFormThread } from './run-form-thread.ts';

interface FormPayload {
  readonly id: string;
}

/** Assembles forms that were saved as QUEUED. Their job has the same id. */
export const formJob: JobDefinition<FormPayload> = {
  queue: 'forms',
  payload: z.object({ id: z.uuid() }),
  attempts: 3,
  backoffMs: 1000,
};

export interface FormJobOptions {
  readonly database: Database;
  /** How many requests this process assembles at a time; 0 for none. */
  readonly concurrency: number;
  /** Seconds. */
  readonly timeLimit: number;
  readonly publish: (id: string) => Promise<void>;
  readonly log: Log;
}

/** HiGHS checks its time limit now and then, and what it found must be saved. */
const graceMs = 15_000;
/** By then the worker of a job that the queue has lost has noticed it. */
const lostJobDelayMs = 20_000;

/** The row of the forms, not the queue, says what is to be done. */
export function createFormHandler(options: FormJobOptions): JobHandler<FormPayload> {
  const { database, concurrency } = options;
  const work = createFormWork(options);
  return {
    concurrency,
    work: ({ payload: { id }, signal }) => work(id, signal),
    async sweep(queue) {
      for (const { id, status } of await listUnfinishedForms(database)) {
        if (await queue.has(id)) continue;
        await queue.add(id, { id }, status === 'RUNNING' ? lostJobDelayMs : 0);
      }
    },
  };
}

/** Assembles forms that no other worker has ended; `returned` if the signal was aborted first. */
export function createFormWork({
  database,
  timeLimit,
  publish,
  log,
}: Omit<FormJobOptions, 'concurrency'>): (
  id: string,
  signal: AbortSignal,
) => Promise<'done' | 'returned'> {
  const execute = async (form: FormAttempt, signal: AbortSignal): Promise<FormOutcome> => {
    const limit = new AbortController();
    const stop = () => limit.abort();
    const timer = setTimeout(stop, timeLimit * 1000 + graceMs);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      const work = currentCancellation();
      const keepsStatements = seesStatements(work, log);
      const task = { ...form, databaseUrl: database.url, timeLimit, keepsStatements };
      const { outcome, statements } = await runFormThread(task, limit.signal);
      reportStatements(statements, work, log);
      return outcome;
    } catch (error) {
      if (limit.signal.aborted && !signal.aborted) return timeLimitExceeded(timeLimit);
      if (signal.aborted || isUnavailable(error)) throw error;
      log.error({ err: error, id: form.id }, 'Assembly crashed');
      return internalError(form.id);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };

  return async (id, signal) => {
    const form = await claimForm(database, id);
    if (!form) return 'done';
    try {
      const outcome = await execute(form, signal);
      if (outcome.state === 'disconnected') throw new ConnectionLostError(outcome.reason);
      if (outcome.state === 'failed') await failForm(database, form, outcome.error);
      log.info({ id, outcome: outcome.state }, 'Forms assembled');
      await publish(id);
      return 'done';
    } catch (error) {
      if (!signal.aborted) throw error;
      await returnForm(database, form);
      return 'returned';
    }
  };
}

function timeLimitExceeded(seconds: number): FormOutcome {
  const detail = `The assembly took longer than ${seconds} s, the limit set by FORM_TIMEOUT. Narrow the criteria, or ask for fewer forms.`;
  return { state: 'failed', error: { code: 'time_limit', detail } };
}

function internalError(id: string): FormOutcome {
  const detail = `The assembly failed with an internal error. Include the id ${id} when you report it.`;
  return { state: 'failed', error: { code: 'internal_error', detail } };
}
