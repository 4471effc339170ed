import type { Auth } from '../auth/auth.ts';
import { boundTo, type Database, type Statement } from '../db/database.ts';
import { type KeyOwner, markCommitted } from '../db/idempotency-store.ts';
import { cancelStatementsWith } from '../db/statement-scope.ts';
import { inTransaction, retryConflicts } from '../db/transaction.ts';
import { requireAccess } from '../domain/caller.ts';
import type { Events } from '../events/events.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import type { Limits } from '../limits/limits.ts';
import type { Streams } from '../limits/streams.ts';
import type { Context } from '../schema/context.ts';
import type { Reads } from '../schema/reads.ts';
import type { Answers } from './answers/answers.ts';
import { identifyCaller } from './identify-caller.ts';
import { createPause } from './let-others-run.ts';
import { createDeadline, type RequestDeadline } from './request-deadline.ts';
import type { RequestState } from './request-state.ts';

export interface ContextOptions {
  readonly database: Database;
  readonly auth: Auth;
  readonly limits: Limits;
  readonly jobs: JobEngine;
  readonly spelling: Context['spelling'];
  readonly events: Events;
  readonly streams: Streams;
  /** Aborted when the service shuts down. */
  readonly shutdown: AbortSignal;
  /** Milliseconds. */
  readonly requestTimeout: number;
  readonly answers: Answers;
  readonly clock: () => Date;
}

/** The resolvers' context of one request. */
export function createContext(
  state: RequestState,
  reads: Reads,
  options: ContextOptions,
): Context & { deadline: RequestDeadline } {
  const { request } = state;
  const { database, auth, limits, jobs, events, streams, shutdown, clock } = options;
  const deadline = createDeadline(options.requestTimeout, request);
  const { signal } = deadline;
  const bound = boundTo(database, signal);
  return {
    deadline,
    signal,
    database: bound,
    auth,
    loginLimiter: limits.login,
    jobs,
    events,
    streams,
    shutdown,
    spelling: options.spelling,
    chargeRun: async () => {
      await limits.chargeRun(state.caller, state.address);
    },
    clock,
    reads,
    caller: state.caller,
    validInput: state.validInput,
    pause: createPause(),
    async authorize(rule) {
      const now = { ...state };
      await identifyCaller(auth, request, now);
      requireAccess(now.caller, rule);
    },
    client: {
      address: state.address,
      userAgent: request.header('user-agent')?.slice(0, 200) ?? null,
    },
    change: async (work, { responseIsSecret = false, database: chosen = database } = {}) => {
      const { idempotency: owner } = state;
      const runOnce = () =>
        inTransaction(chosen, async (transaction) => {
          const created = await work(transaction);
          if (owner) await markCommitted(transaction, owner);
          return created;
        });
      const result = await cancelStatementsWith(signal, runOnce).finally(options.answers.wrote);
      if (!owner) return result;
      owner.isCommitted = true;
      // One secret among the mutations of a document makes the whole response one.
      owner.responseIsSecret ||= responseIsSecret;
      return result;
    },
    changeAtOnce: async <Row extends object>(
      statement: (owner: KeyOwner | undefined) => Statement,
    ) => {
      const { idempotency: owner } = state;
      const given = statement(owner);
      const rows = await retryConflicts(() =>
        // What is answered as failed must not happen later: its key is free for another attempt.
        owner ? bound.queryInTransaction<Row>(given) : bound.query<Row>(given),
      ).finally(options.answers.wrote);
      if (owner && rows.length > 0) owner.isCommitted = true;
      return rows;
    },
  };
}
