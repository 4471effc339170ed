import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './free-port.ts';

export interface CutOff {
  /** The same database, through a proxy that can be cut. */
  readonly url: string;
  /** Closes every connection and rejects new ones. */
  cut(): Promise<void>;
  /** Takes connections again. */
  restore(): Promise<void>;
}

/** A TCP proxy to a database that a test can cut, as if the server had gone away. */
export async function createCutOff(databaseUrl: string): Promise<CutOff> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    restore: () => new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve())),
  };
}
