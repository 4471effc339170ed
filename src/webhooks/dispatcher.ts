import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { type EventState, findMatchingEvents } from '../db/event-filter.ts';
import { type LoggedEvent, readEvents } from '../db/event-log.ts';
import {
  type EventReceiver,
  type NewDelivery,
  readDispatchState,
  saveDeliveries,
} from '../db/webhook-dispatch.ts';
import type { EventType } from '../domain/event-types.ts';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import { scopesOf } from '../domain/scopes.ts';
import { readScopeOf } from '../domain/webhook-input.ts';
import { createLogThrottle, type Log } from '../log.ts';
import { toPayload } from './event-payload.ts';

export interface DispatcherOptions {
  readonly database: Database;
  /** Tells when events have got positions; a node that listens also looks for them. */
  readonly onAdvance: (listener: () => void) => () => void;
  /** Begins to send to these webhooks. */
  readonly deliver: (webhookIds: readonly string[], position: string) => Promise<void>;
  readonly log: Log;
}

/** Turns events into deliveries, each once for each webhook that wants it. */
export interface Dispatcher {
  /** Dispatches all events there are; follows the log for as long as there are webhooks. */
  run(): Promise<void>;
  /** Does so unless it follows the log already. */
  wake(): Promise<void>;
  stop(): void;
}

const maxEvents = 200;
/** Deliveries saved by one statement. */
const maxDeliveries = 5000;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, deliver, log } = options;
  const throttle = createLogThrottle(log);
  let running: Promise<void> | undefined;
  let isAsked = false;
  let isStopped = false;
  let unfollow: (() => void) | undefined;

  const follow = (isWanted: boolean) => {
    if (isWanted && !unfollow && !isStopped) {
      unfollow = options.onAdvance(() => {
        run().catch((error: unknown) =>
          throttle.warn({ reason: String(error) }, 'Events not dispatched to webhooks'),
        );
      });
    }
    if (isWanted || !unfollow) return;
    unfollow();
    unfollow = undefined;
  };

  /** One page of events; false when there are no more. */
  const dispatchPage = async (): Promise<boolean> => {
    const { cursor, receivers } = await readDispatchState(database);
    follow(receivers.length > 0);
    const page = await readPage(database, cursor, receivers);
    if (page.isGone) log.warn({ after: cursor, oldest: page.oldest }, 'Events lost for webhooks');
    if (page.next === cursor) return false;
    const deliveries = await planDeliveries(database, page.events, receivers);
    if (!(await saveDeliveries(database, cursor, page.next, deliveries))) return true;
    const webhookIds = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
    if (webhookIds.length > 0) await deliver(webhookIds, page.next);
    return page.next !== page.last;
  };

  const dispatchAll = async () => {
    do {
      isAsked = false;
      while (!isStopped && (await dispatchPage()));
    } while (isAsked && !isStopped);
  };

  const run = (): Promise<void> => {
    isAsked = true;
    running ??= dispatchAll().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    run,
    wake: async () => {
      if (!unfollow) await run();
    },
    stop() {
      isStopped = true;
      follow(false);
    },
  };
}

/** The next events that any webhook may want; without a webhook, none, and the end of the log. */
async function readPage(database: Database, cursor: string, receivers: readonly EventReceiver[]) {
  const [first] = receivers;
  if (!first) return readEvents(database, { after: 'latest', limit: 1 });
  const starts = receivers.map(({ startPosition }) => BigInt(startPosition));
  const earliest = starts.reduce((least, each) => (each < least ? each : least));
  // Nobody wants what is older than all webhooks.
  const after = BigInt(cursor) < earliest ? String(earliest) : cursor;
  const types = [...new Set(receivers.flatMap(({ events }) => events))] as EventType[];
  const limit = Math.max(1, Math.min(maxEvents, Math.floor(maxDeliveries / receivers.length)));
  return readEvents(database, { after, types, limit });
}

async function planDeliveries(
  database: Database,
  events: readonly LoggedEvent[],
  receivers: readonly EventReceiver[],
): Promise<NewDelivery[]> {
  const payloads = events.map((event) => toPayload(event));
  const matches = await matchFilters(database, events, receivers);
  return events.flatMap((event, index) =>
    receivers
      .filter((receiver) => wants(receiver, event, matches.get(keyOf(receiver.filter)), index))
      .map(({ id: webhookId }) => ({
        id: uuidv7(),
        webhookId,
        eventId: event.id,
        eventType: event.type,
        subjectId: event.questionId ?? event.analysisId,
        position: event.position,
        payload: payloads[index] ?? '',
        traceContext: event.traceContext,
      })),
  );
}

function wants(
  { events, filter, startPosition, role }: EventReceiver,
  { type, position, questionId }: LoggedEvent,
  matching: ReadonlySet<number> | undefined,
  index: number,
): boolean {
  return (
    events.includes(type) &&
    BigInt(position) > BigInt(startPosition) &&
    (scopesOf(role) as readonly string[]).includes(readScopeOf(type)) &&
    (filter === null || questionId === null || (matching?.has(index) ?? false))
  );
}

/** Each filter is evaluated once, for all webhooks that have it. */
async function matchFilters(
  database: Database,
  events: readonly LoggedEvent[],
  receivers: readonly EventReceiver[],
): Promise<Map<string, ReadonlySet<number>>> {
  const filters = new Map(receivers.map(({ filter }) => [keyOf(filter), filter]));
  const states = events.flatMap((event, index) => statesOf(event, index));
  const matches = new Map<string, ReadonlySet<number>>();
  for (const [key, filter] of filters) {
    if (filter) matches.set(key, await findMatchingEvents(database, filter, states));
  }
  return matches;
}

function statesOf(event: LoggedEvent, index: number): EventState[] {
  const { questionId: id, before, after, occurredAt } = event;
  if (id === null) return [];
  const contents = [before, after].flatMap((content) => (content ? [content] : []));
  return contents.map((content) => ({ event: index, id, content, occurredAt }));
}

function keyOf(filter: QuestionFilter | null): string {
  return JSON.stringify(filter);
}
