import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '../limits/client-address.ts';

export interface Connections {
  /** Counts a request as active until its response is sent. */
  track(request: IncomingMessage, response: ServerResponse): void;
  /** Stops accepting requests, lets active ones finish, then closes. */
  drain(): Promise<void>;
}

export interface WatchOptions {
  /** Open connections allowed per address. */
  readonly maxConnections: number;
  /** Notified of every request. */
  readonly traffic?: { begin(): void; end(): void };
}

const maxDrainMs = 10_000;

/** Tracks a server's open connections, and which of them have active requests. */
export function watchConnections(
  server: Server,
  { maxConnections, traffic }: WatchOptions,
): Connections {
  const open = new Set<Socket>();
  /** Active requests per connection: clients may pipeline several. */
  const active = new Map<Socket, number>();
  const finish = (socket: Socket) => {
    const left = (active.get(socket) ?? 0) - 1;
    if (left < 0) return;
    if (left === 0) active.delete(socket);
    else active.set(socket, left);
    traffic?.end();
  };
  let isDraining = false;
  server.on('connection', limitConnections(maxConnections));
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      // Node emits no event for pipelined requests it had not started.
      while (active.has(socket)) finish(socket);
    });
  });
  return {
    track({ socket }, response) {
      active.set(socket, (active.get(socket) ?? 0) + 1);
      traffic?.begin();
      if (isDraining) response.shouldKeepAlive = false;
      response.once('close', () => {
        finish(socket);
        if (isDraining && !active.has(socket)) socket.end();
      });
    },
    drain: () =>
      new Promise((resolve) => {
        isDraining = true;
        const deadline = setTimeout(() => server.closeAllConnections(), maxDrainMs);
        server.close(() => {
          clearTimeout(deadline);
          resolve();
        });
        // Node would wait for idle keep-alive connections.
        for (const socket of open) if (!active.has(socket)) socket.destroy();
      }),
  };
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
