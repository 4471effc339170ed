import { connect, createServer, type Socket } from 'node:net';

export interface CutOff {
  /** The same database, through a line that can be cut. */
  readonly url: string;
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>;
}

/** A line to a database that a test can cut: what happens is what happens when the server goes away. */
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
