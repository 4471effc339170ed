import { Redis } from 'ioredis';
import type { Log } from '../log.ts';
import type { Channel, ChannelUser } from './channel.ts';

const name = 'quaestor:events';

/** Redis pub/sub; a subscribed client accepts no other commands, so there are two. */
export async function openRedisChannel(
  url: string,
  { receive, onOpen }: ChannelUser,
  log: Log,
): Promise<Channel> {
  const sender = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 1000 });
  const listener = new Redis(url, { maxRetriesPerRequest: null });
  for (const client of [sender, listener]) {
    client.on('error', (error) => log.debug({ reason: error.message }, 'Redis unreachable'));
  }
  listener.on('message', (_channel, message) => receive(message));
  let wasReady = false;
  let isClosing = false;
  listener.on('ready', () => {
    if (wasReady) log.info('Event subscription restored');
    wasReady = true;
    onOpen();
  });
  listener.on('close', () => {
    if (wasReady && !isClosing) log.warn('Event subscription lost');
  });
  // Waits for the connection, and is repeated by the client after each reconnect.
  listener.subscribe(name).catch(() => undefined);
  return {
    async send(message) {
      await sender.publish(name, message);
    },
    async close() {
      isClosing = true;
      sender.disconnect();
      listener.disconnect();
    },
  };
}
