import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '../limits/client-address.ts';
import { endConnection, lingerOnClose } from './end-connection.ts';

export interface Connections {
  /**
   * Counts a request as active until its response is sent. Of the requests that are past the limit of
   * a connection the first is `refused`; those behind it, and those of a closed connection, are `ignored`.
   */
  track(request: IncomingMessage, response: ServerResponse): 'tracked' | 'refused' | 'ignored';
  /** Whether a connection waits for no response, and may stay open. */
  isIdle(socket: Socket): boolean;
  /** From now on, responses ask their clients to close the connection. */
  announceEnd(): void;
  /** Stops accepting connections, lets active requests finish until the timeout, then closes. */
  drain(timeoutMs: number): Promise<void>;
}

export interface WatchOptions {
  /** Open connections allowed per address. */
  readonly maxConnections: number;
  /** Milliseconds after which a client that does not read its response is disconnected. */
  readonly writeTimeoutMs: number;
  /** Notified of every request. */
  readonly traffic?: { begin(): void; end(): void };
}

/** Clients may send requests before the earlier ones are answered, but no more than this. */
export const maxUnanswered = 50;

/** Tracks a server's open connections, and which of them have active requests. */
export function watchConnections(
  server: Server,
  { maxConnections, writeTimeoutMs, traffic }: WatchOptions,
): Connections {
  /** The responses each open connection waits for, in the order of the requests. */
  const open = new Map<Socket, Set<ServerResponse>>();
  const overLimit = new WeakSet<Socket>();
  /** Responses that say `Connection: close` because of the shutdown. */
  const announced = new WeakSet<ServerResponse>();
  let state: 'open' | 'announced' | 'closing' = 'open';
  let arrivals = 0;

  server.on('connection', limitConnections(maxConnections));
  server.on('connection', (socket) => {
    arrivals += 1;
    const responses = new Set<ServerResponse>();
    open.set(socket, responses);
    lingerOnClose(socket);
    keepTimeout(socket, writeTimeoutMs);
    socket.once('close', () => {
      open.delete(socket);
      // Node does so for the first alone; work for the others, whose turn it was not, would go on.
      for (const response of responses) {
        response.destroyed = true;
        response.emit('close');
      }
    });
  });
  // Node has one timer per connection, for idle ones and for those without progress. It also fires
  // while a client waits for a response: then nothing is there to be written.
  server.setTimeout(writeTimeoutMs, (socket) => {
    const isWaiting = (open.get(socket)?.size ?? 0) > 0;
    if (!isWaiting) socket.destroy();
    else if (socket.writableLength > 0) socket.resetAndDestroy();
  });

  /** Only the last response may say so: what a client has sent before it knows is answered as well. */
  const announceTo = (responses: ReadonlySet<ServerResponse>) => {
    const last = [...responses].at(-1);
    for (const response of responses) {
      if (response.headersSent) continue;
      if (response === last) {
        response.shouldKeepAlive = false;
        announced.add(response);
      } else if (announced.has(response)) {
        response.shouldKeepAlive = true;
      }
    }
  };

  return {
    track({ socket }, response) {
      const responses = open.get(socket);
      if (!responses || !socket.writable || overLimit.has(socket)) return 'ignored';
      arrivals += 1;
      responses.add(response);
      traffic?.begin();
      // Not once: it would cost as much again, and what follows does no harm twice.
      response.on('close', () => {
        if (!responses.delete(response)) return;
        traffic?.end();
        if (state === 'closing' && responses.size === 0) endConnection(socket);
      });
      if (responses.size > maxUnanswered) {
        overLimit.add(socket);
        socket.pause();
        stopParsing(socket);
        return 'refused';
      }
      if (state !== 'open') announceTo(responses);
      return 'tracked';
    },
    isIdle: (socket) =>
      state === 'open' && open.get(socket)?.size === 0 && socket.writable && !overLimit.has(socket),
    announceEnd() {
      if (state === 'open') state = 'announced';
      for (const responses of open.values()) announceTo(responses);
    },
    async drain(timeoutMs) {
      this.announceEnd();
      await untilQuiet(() => arrivals, timeoutMs / 3);
      state = 'closing';
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const [socket, responses] of open) if (responses.size === 0) endConnection(socket);
      const deadline = setTimeout(() => {
        for (const socket of open.keys()) socket.resetAndDestroy();
      }, timeoutMs);
      await closed;
      clearTimeout(deadline);
    },
  };
}

/**
 * Discards what else was read: 64 KB may hold 1,600 requests, and to create those and ignore them would
 * cost more than all answers. Node has no public way: its parser, whose pause takes effect only with the
 * next read, stops at a request whose handler says that the connection is upgraded.
 */
function stopParsing(socket: Socket & { parser?: Partial<RequestParser> | null }): void {
  if (!socket.parser?.onIncoming) return;
  socket.parser.onIncoming = (request) => {
    request.upgrade = false;
    return 2;
  };
}

interface RequestParser {
  onIncoming(request: { upgrade: boolean }): number;
}

/** Yoga turns the timeout of a connection off while it streams on it. */
function keepTimeout(socket: Socket, milliseconds: number): void {
  const setTimeout = socket.setTimeout.bind(socket);
  socket.setTimeout = (given, listener) => setTimeout(given || milliseconds, listener);
}

const quietTurns = 3;

/**
 * Resolves when nothing has arrived for some turns of the event loop: what clients had sent by then
 * has been accepted and read, one connection in a turn, where closing at once would reset it.
 */
async function untilQuiet(count: () => number, timeoutMs: number): Promise<void> {
  const start = performance.now();
  let last = count();
  for (let quiet = 0; quiet < quietTurns && performance.now() - start < timeoutMs; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (count() !== last) quiet = 0;
    last = count();
  }
}

/** Rejects new connections from an address that has too many open. */
function limitConnections(max: number): (socket: Socket) => void {
  const counts = new Map<string, number>();
  return (socket) => {
    const address = clientAddress(socket.remoteAddress, null, 0);
    const count = (counts.get(address) ?? 0) + 1;
    if (count > max) return void socket.destroy();
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  };
}
