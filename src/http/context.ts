import type { Auth } from '../auth/auth.ts';
import { boundTo } from '../db/bound-database.ts';
import type { Database } from '../db/database.ts';
import { isUnconfirmed, UnconfirmedChangeError } from '../db/database-error.ts';
import { type KeyOwner, markCommitted } from '../db/idempotency-store.ts';
import type { Statement } from '../db/prepared-query.ts';
import type { Replica } from '../db/replica.ts';
import { cancelStatementsWith } from '../db/statement-scope.ts';
import { inTransaction, rehearse, retryConflicts } from '../db/transaction.ts';
import { requireAccess } from '../domain/caller.ts';
import type { Events } from '../events/events.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import type { Limits } from '../limits/limits.ts';
import type { Streams } from '../limits/streams.ts';
import type { Log } from '../log.ts';
import type { Context } from '../schema/context.ts';
import type { Reads } from '../schema/reads.ts';
import type { WebhookSettings } from '../webhooks/webhook-settings.ts';
import { type Answers, asksForFresh } from './answers/answers.ts';
import { identifyCaller } from './identify-caller.ts';
import { createPause } from './let-others-run.ts';
import { createRefreshCookie } from './refresh-cookie.ts';
import { createDeadline, type RequestDeadline } from './request-deadline.ts';
import type { RequestState } from './request-state.ts';

export interface ContextOptions {
  readonly database: Database;
  readonly replica: Replica | undefined;
  readonly auth: Auth;
  readonly limits: Limits;
  readonly jobs: JobEngine;
  readonly log: Log;
  readonly spelling: Context['spelling'];
  readonly traffic: SharedArrayBuffer;
  readonly events: Events;
  readonly streams: Streams;
  readonly webhooks: WebhookSettings;
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
  let hasBegunChange = false;
  let namedChanges = 0;
  const deadline = createDeadline(options.requestTimeout, request, () => hasBegunChange);
  const { cancellation } = deadline;
  cancellation.requestId = state.requestId;
  cancellation.trace = state.trace;
  cancellation.span = state.span;
  const bound = boundTo(database, cancellation);
  return {
    deadline,
    cancellation,
    database: bound,
    // Who asks for a fresh answer gets no list that may be a second old.
    replica:
      options.replica && asksForFresh(request.header('cache-control'))
        ? undefined
        : options.replica,
    auth,
    loginGate: {
      throttle: limits.login,
      address: state.address,
      note: (outcome, account) => {
        const { requestId: request_id, address } = state;
        options.log.info({ request_id, address, account }, `Login ${outcome}`);
      },
    },
    jobs,
    events,
    streams,
    webhooks: options.webhooks,
    shutdown,
    spelling: options.spelling,
    traffic: options.traffic,
    chargeRun: async () => {
      await limits.chargeRun(state.caller, state.address);
    },
    chargeTransfer: async () => {
      await limits.chargeTransfer(state.caller, state.address);
    },
    upload: state.upload,
    nameChange: () => {
      const { idempotency: owner } = state;
      namedChanges += 1;
      return owner && `${namedChanges} ${owner.key} ${owner.fingerprint}`;
    },
    offer: (download) => {
      state.download = download;
    },
    // Not a getter: an object that has one takes ten times as long to create, for every request.
    refreshCookie: createRefreshCookie(state, auth),
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
    lastEventId: request.header('last-event-id') || null,
    notePosition: (position) => {
      state.position = position;
    },
    change: async (work, { responseIsSecret = false, database: chosen = database } = {}) => {
      const { idempotency: owner } = state;
      if (state.isDryRun) return cancelStatementsWith(cancellation, () => rehearse(chosen, work));
      hasBegunChange = true;
      const runOnce = () =>
        inTransaction(chosen, async (transaction) => {
          const created = await work(transaction);
          if (owner) await markCommitted(transaction, owner);
          return created;
        });
      const result = await cancelStatementsWith(cancellation, runOnce)
        .catch(rethrowUnconfirmed)
        .finally(options.answers.wrote);
      if (!owner) return result;
      owner.isCommitted = true;
      // One secret among the mutations of a document makes the whole response one.
      owner.responseIsSecret ||= responseIsSecret;
      return result;
    },
    changeAtOnce: async <Row extends object>(
      statement: (owner: KeyOwner | undefined) => Statement,
      { responseIsSecret } = { responseIsSecret: false },
    ) => {
      const { idempotency: owner } = state;
      const given = statement(owner);
      if (state.isDryRun) return retryConflicts(() => bound.queryAndRollBack<Row>(given));
      hasBegunChange = true;
      const rows = await retryConflicts(() =>
        // What is answered as failed must not happen later: its key is free for another attempt. And
        // the events of a change carry its trace.
        owner || state.trace ? bound.queryInTransaction<Row>(given) : bound.query<Row>(given),
      )
        .catch(rethrowUnconfirmed)
        .finally(options.answers.wrote);
      if (owner && rows.length > 0) {
        owner.isCommitted = true;
        owner.responseIsSecret ||= responseIsSecret;
      }
      return rows;
    },
  };
}

/** So that the response does not say that nothing was changed, which nobody knows. */
function rethrowUnconfirmed(error: unknown): never {
  throw isUnconfirmed(error) ? new UnconfirmedChangeError(error) : error;
}
