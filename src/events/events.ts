import { EventEmitter } from 'node:events';
import type { Database } from '../db/database.ts';
import { createLogThrottle, type Log } from '../log.ts';
import type { Channel } from './channel.ts';
import { createEventLog, type EventLog } from './event-log.ts';

/** What happened, by id; listeners read the rest from the database. */
export interface ServiceEvent {
  readonly type:
    | 'analysis.started'
    | 'analysis.progressed'
    | 'analysis.completed'
    | 'analysis.failed'
    | 'analysis.cancelled'
    | 'form.ended';
  readonly id: string;
}

/** Events between nodes. Delivery is best effort: listeners poll as well, or read the log. */
export interface Events {
  /** All events, in order. */
  readonly log: EventLog;
  publish(event: ServiceEvent): Promise<void>;
  /** Subscribes to all events; returns a function that unsubscribes. */
  listen(listener: (event: ServiceEvent) => void): () => void;
  close(): Promise<void>;
}

export interface EventsOptions {
  readonly database: Database;
  /** On connections that other work cannot use up, if there are any. */
  readonly reserved?: Database | undefined;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** Uses Redis if configured, else PostgreSQL; connects on first use. */
export function openEvents(options: EventsOptions): Events {
  const { database, redisUrl, log: logger } = options;
  const emitter = new EventEmitter().setMaxListeners(0);
  const receive = (message: string) => {
    const event = readEvent(message);
    if (event?.type === advanced) log.advance(event.id);
    else if (event) emitter.emit('event', event);
  };
  // What was sent while the channel was lost is in the log.
  const channelUser = { receive, onOpen: () => log.wrote() };
  let channel: Promise<Channel> | undefined;
  const connect = () => {
    channel ??= redisUrl
      ? import('./redis-channel.ts').then((module) =>
          module.openRedisChannel(redisUrl, channelUser, logger),
        )
      : import('./postgres-channel.ts').then((module) =>
          module.openPostgresChannel(database, channelUser, logger),
        );
    return channel;
  };
  const throttle = createLogThrottle(logger);
  const send = async (type: ServiceEvent['type'] | typeof advanced, id: string) => {
    try {
      await (await connect()).send(JSON.stringify({ type, id }));
    } catch (error) {
      throttle.warn({ reason: String(error), event: type }, 'Event not published');
    }
  };
  const log = createEventLog({
    database,
    reserved: options.reserved ?? database,
    announce: (last) => send(advanced, last),
    log: logger,
  });
  return {
    log,
    async publish({ type, id }) {
      log.wrote();
      await send(type, id);
    },
    listen(listener) {
      connect().catch((error: unknown) => logger.warn({ err: error }, 'Event subscription failed'));
      emitter.on('event', listener);
      return () => void emitter.off('event', listener);
    },
    async close() {
      emitter.removeAllListeners();
      await log.stop();
      await (await channel?.catch(() => undefined))?.close();
    },
  };
}

/** The log has got positions up to the id of this message. */
const advanced = 'log.advanced';

type Message = ServiceEvent | { readonly type: typeof advanced; readonly id: string };

function readEvent(message: string): Message | undefined {
  try {
    return JSON.parse(message) as Message;
  } catch {
    // Other programs may use the same Redis or database.
    return undefined;
  }
}
