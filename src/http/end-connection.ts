import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take to read the end of its response and to close its side. */
const lingerMs = 1000;

/**
 * Ends a connection: the client receives what was written, and may close its side within a second.
 * After that the connection is reset: destroyed only, it would stay half-closed in the kernel for a
 * minute; ended only, it would stay open for as long as the client likes.
 */
export function endConnection(socket: Socket): void {
  if (socket.destroyed) return;
  socket.end();
  const timer = setTimeout(() => socket.resetAndDestroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Has Node end a connection in this way after a response with `Connection: close`. Node would close it
 * at once, which resets it when the client is still sending, and so may take the response from it.
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => endConnection(socket);
}

/** Reads and discards what is left of a body that a handler has stopped reading. */
export function discardBody(request: IncomingMessage): void {
  request.removeAllListeners('readable');
  request.removeAllListeners('data');
  request.resume();
}
