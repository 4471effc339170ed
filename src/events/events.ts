import { EventEmitter } from 'node:events';
import type { Database } from '../db/database.ts';
import { createLogThrottle, type Log } from '../log.ts';
import type { Channel } from './channel.ts';

/** What happened, by id; listeners read the rest from the database. */
export interface ServiceEvent {
  readonly type:
    | 'analysis.started'
    | 'analysis.progressed'
    | 'analysis.completed'
    | 'analysis.failed'
    | 'analysis.cancelled';
  readonly id: string;
}

/** Events between nodes. Delivery is best effort: listeners poll as well. */
export interface Events {
  publish(event: ServiceEvent): Promise<void>;
  /** Subscribes to all events; returns a function that unsubscribes. */
  listen(listener: (event: ServiceEvent) => void): () => void;
  close(): Promise<void>;
}

export interface EventsOptions {
  readonly database: Database;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** Uses Redis if configured, else PostgreSQL; connects on first use. */
export function openEvents({ database, redisUrl, log }: EventsOptions): Events {
  const emitter = new EventEmitter().setMaxListeners(0);
  const receive = (message: string) => {
    const event = readEvent(message);
    if (event) emitter.emit('event', event);
  };
  let channel: Promise<Channel> | undefined;
  const connect = () => {
    channel ??= redisUrl
      ? import('./redis-channel.ts').then((module) =>
          module.openRedisChannel(redisUrl, receive, log),
        )
      : import('./postgres-channel.ts').then((module) =>
          module.openPostgresChannel(database, receive, log),
        );
    return channel;
  };
  return {
    async publish(event) {
      try {
        await (await connect()).send(JSON.stringify(event));
      } catch (error) {
        const fields = { reason: String(error), event: event.type };
        createLogThrottle(log).warn(fields, 'Event not published');
      }
    },
    listen(listener) {
      connect().catch((error: unknown) => log.warn({ err: error }, 'Event subscription failed'));
      emitter.on('event', listener);
      return () => void emitter.off('event', listener);
    },
    async close() {
      emitter.removeAllListeners();
      await (await channel?.catch(() => undefined))?.close();
    },
  };
}

function readEvent(message: string): ServiceEvent | undefined {
  try {
    return JSON.parse(message) as ServiceEvent;
  } catch {
    // Other programs may use the same Redis or database.
    return undefined;
  }
}
