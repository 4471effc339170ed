import { connect, createServer, type Socket } from 'node:net';
import { closeAfterFile } from './close-after-file.ts';

export interface LostPath {
  /** The same database, through a path that can be lost. */
  readonly url: string;
  /** From now on the bytes of open connections vanish, without any sign; new ones work. */
  lose(): void;
  /** The same for new connections as well. */
  loseAll(): void;
}

/** What a firewall does that forgets its connections. */
export async function createLostPath(databaseUrl: string): Promise<LostPath> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isLost = false;
  const server = createServer((near) => {
    if (isLost) {
      open.add(near.resume());
      near.on('error', () => near.destroy());
      return;
    }
    const far = connect({ host: target.hostname, port: Number(target.port) });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(async () => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : '');
  const lose = () => {
    for (const socket of open) {
      socket.unpipe();
      socket.removeAllListeners('end');
      socket.resume();
    }
  };
  return {
    url: url.href,
    lose,
    loseAll() {
      isLost = true;
      lose();
    },
  };
}
