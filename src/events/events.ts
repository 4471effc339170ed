import { EventEmitter } from 'node:events';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Channel } from './channel.ts';

/** What happened; whoever hears of it reads the rest from the database. */
export interface ServiceEvent {
  readonly type:
    | 'analysis.started'
    | 'analysis.progressed'
    | 'analysis.completed'
    | 'analysis.failed'
    | 'analysis.cancelled';
  readonly id: string;
}

/** News between all nodes. It may be lost while a connection is: nobody may rely on it alone. */
export interface Events {
  publish(event: ServiceEvent): Promise<void>;
  /** Hears every event from now on; returns how to stop. */
  listen(listener: (event: ServiceEvent) => void): () => void;
  close(): Promise<void>;
}

export interface EventsOptions {
  readonly database: Database;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** Over Redis where there is one, else over PostgreSQL; connected when somebody first listens. */
export function openEvents({ database, redisUrl, log }: EventsOptions): Events {
  const emitter = new EventEmitter().setMaxListeners(0);
  const hear = (message: string) => {
    const event = readEvent(message);
    if (event) emitter.emit('event', event);
  };
  let channel: Promise<Channel> | undefined;
  const connect = () => {
    channel ??= redisUrl
      ? import('./redis-channel.ts').then((room) => room.openRedisChannel(redisUrl, hear, log))
      : import('./postgres-channel.ts').then((room) =>
          room.openPostgresChannel(database, hear, log),
        );
    return channel;
  };
  return {
    async publish(event) {
      try {
        await (await connect()).send(JSON.stringify(event));
      } catch (error) {
        log.warn({ err: error, event: event.type }, 'An event could not be told to the others.');
      }
    },
    listen(listener) {
      connect().catch((error: unknown) => log.warn({ err: error }, 'Events cannot be heard.'));
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
    // Others may use the same Redis or database for messages of their own.
    return undefined;
  }
}
