import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import {
  type ClaimedDelivery,
  type ClaimOptions,
  claimDeliveries,
  listDueWebhooks,
} from '../db/webhook-deliveries.ts';
import { roleNames, type Scope, scopesOf } from '../domain/scopes.ts';
import type { JobDefinition, JobHandler, JobQueue } from '../jobs/job-definition.ts';
import type { Log } from '../log.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Sender } from './sender.ts';

interface DeliverPayload {
  readonly webhookId: string;
}

/** Sends what is due to one webhook. Rows are claimed, so that any number of such jobs does no harm. */
export const deliverJob: JobDefinition<DeliverPayload> = {
  queue: 'webhooks',
  payload: z.object({ webhookId: z.uuid() }),
  attempts: 3,
  backoffMs: 1000,
};

/** Attempts since the start of this process, by what came of them. */
export interface AttemptCounts {
  delivered: number;
  retried: number;
  dead: number;
}

export interface DeliverOptions {
  readonly database: Database;
  readonly send: Sender;
  /** How many webhooks this process serves at a time; 0 for none. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly dispatcher: Pick<Dispatcher, 'run' | 'wake'>;
  readonly counts: AttemptCounts;
  readonly log: Log;
}

/** Requests of a node to one webhook at a time. */
const maxActive = 8;
/** Attempts that end at about the same time are followed by one claim. */
const gatherMs = 5;
/** For the time a claim and the record of an attempt take. */
const leaseMarginMs = 10_000;
/** Then the webhook queues again, behind others that wait. */
const maxTurnMs = 30_000;
const webhooksPerSweep = 500;

const outcomes = { DELIVERED: 'delivered', PENDING: 'retried', DEAD: 'dead' } as const;

export function createDeliverHandler(options: DeliverOptions): JobHandler<DeliverPayload> {
  const { database, send, concurrency, dispatcher, counts, log } = options;
  const claims: ClaimOptions = {
    leaseMs: options.timeoutMs + leaseMarginMs,
    questionReaders: rolesWith('questions:read'),
    analysisReaders: rolesWith('analysis:read'),
  };
  /** The webhooks this process is serving; a second job leaves its work to the first. */
  const serving = new Map<string, { isAsked: boolean }>();

  const attempt = async (
    delivery: ClaimedDelivery,
    queue: JobQueue<DeliverPayload>,
    signal: AbortSignal,
  ): Promise<void> => {
    const { id, webhookId, attempt: number } = delivery;
    const next = await send(delivery, signal);
    if (!next) return;
    const { status, delayMs, disabledReason } = next;
    counts[outcomes[status]] += 1;
    if (disabledReason) log.warn({ id: webhookId, reason: disabledReason }, 'Webhook disabled');
    if (status === 'DEAD') log.warn({ id, webhook: webhookId, number }, 'Webhook delivery failed');
    if (status !== 'PENDING') return;
    await queue.add(`${webhookId}.${id}.${number}`, { webhookId }, delayMs);
  };

  /** Sends until nothing is due; false if it is to be continued. */
  const serve = async (
    webhookId: string,
    queue: JobQueue<DeliverPayload>,
    signal: AbortSignal,
    state: { isAsked: boolean },
  ): Promise<boolean> => {
    const active = new Set<Promise<void>>();
    const start = performance.now();
    const isOver = () => signal.aborted || performance.now() - start > maxTurnMs;
    for (;;) {
      state.isAsked = false;
      const room = maxActive - active.size;
      const claimed = isOver() ? [] : await claimDeliveries(database, webhookId, room, claims);
      for (const delivery of claimed) {
        // A delivery whose attempt could not be recorded is claimed again when its lease has ended.
        const sending = attempt(delivery, queue, signal)
          .catch((error: unknown) => log.warn({ err: error }, 'Webhook attempt not recorded'))
          .finally(() => active.delete(sending));
        active.add(sending);
      }
      if (active.size > 0) {
        await Promise.race(active);
        await sleep(gatherMs);
      } else if (isOver()) return false;
      else if (!state.isAsked) return true;
    }
  };

  return {
    concurrency,
    async work({ payload: { webhookId }, queue, signal }) {
      const other = serving.get(webhookId);
      if (other) {
        other.isAsked = true;
        return 'done';
      }
      const state = { isAsked: false };
      serving.set(webhookId, state);
      try {
        // The first webhook there is.
        await dispatcher.wake();
        const isDone = await serve(webhookId, queue, signal, state);
        if (signal.aborted) return 'returned';
        if (isDone) return 'done';
        await queue.add(`${webhookId}.${Date.now()}`, { webhookId });
        return 'done';
      } finally {
        serving.delete(webhookId);
      }
    },
    async sweep(queue) {
      if (concurrency === 0) return;
      await dispatcher.run();
      for (const webhookId of await listDueWebhooks(database, claims, webhooksPerSweep)) {
        await queue.add(webhookId, { webhookId });
      }
    },
  };
}

function rolesWith(scope: Scope): string[] {
  return roleNames.filter((role) => (scopesOf(role) as readonly string[]).includes(scope));
}
