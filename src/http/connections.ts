import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '../limits/client-address.ts';

export interface Connections {
  /** Counts a request as under way until it is answered. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** Takes no new requests, lets those under way finish, then closes. */
  drain(): Promise<void>;
}

export interface WatchOptions {
  /** Connections one address may hold open. */
  readonly mostConnections: number;
  /** Told of every request. */
  readonly traffic?: { begin(): void; end(): void };
}

const longestDrain = 10_000;

/** Knows every open connection of a server and which of them wait for an answer. */
export function watchConnections(
  server: Server,
  { mostConnections, traffic }: WatchOptions,
): Connections {
  const open = new Set<Socket>();
  /** How many requests of a connection wait for their answer: they may be sent at once. */
  const busy = new Map<Socket, number>();
  const finish = (socket: Socket) => {
    const left = (busy.get(socket) ?? 0) - 1;
    if (left < 0) return;
    if (left === 0) busy.delete(socket);
    else busy.set(socket, left);
    traffic?.end();
  };
  let isDraining = false;
  server.on('connection', limitConnections(mostConnections));
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      // Node tells nothing of those whose turn had not come.
      while (busy.has(socket)) finish(socket);
    });
  });
  return {
    begin({ socket }, response) {
      busy.set(socket, (busy.get(socket) ?? 0) + 1);
      traffic?.begin();
      if (isDraining) response.shouldKeepAlive = false;
      response.once('close', () => {
        finish(socket);
        if (isDraining && !busy.has(socket)) socket.end();
      });
    },
    drain: () =>
      new Promise((resolve) => {
        isDraining = true;
        const cut = setTimeout(() => server.closeAllConnections(), longestDrain);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        // Node would wait for those that are kept alive, or never said a word.
        for (const socket of open) if (!busy.has(socket)) socket.destroy();
      }),
  };
}

/** Closes connections beyond so many from one address; those that are open go on. */
function limitConnections(most: number): (socket: Socket) => void {
  const counts = new Map<string, number>();
  return (socket) => {
    const address = clientAddress(socket.remoteAddress, null, 0);
    const count = (counts.get(address) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  };
}
