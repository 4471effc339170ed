import { connect, createServer, type Socket } from 'node:net';
import { closeAfterFile } from './close-after-file.ts';
import { findFreePort } from './free-port.ts';

export interface DatabasePath {
  /** The same database, through a path with faults. */
  readonly url: string;
  /** Holds back what is sent from now on for so long, in both directions. */
  delay(milliseconds: number): void;
  /** Resets all open connections. */
  reset(): void;
  /** Closes them and refuses new ones until `restore`. */
  cut(): Promise<void>;
  /** From now on the bytes of open connections vanish without any sign. */
  lose(): void;
  /** The same, and new connections get no answer until `restore`. */
  blackhole(): void;
  restore(): Promise<void>;
}

/** A TCP proxy in front of a database. */
export async function createDatabasePath(databaseUrl: string): Promise<DatabasePath> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const state = { delayMs: 0, isBlack: false };
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  };
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => {
      if (state.delayMs === 0) to.write(chunk);
      else setTimeout(() => to.writable && to.write(chunk), state.delayMs);
    });
    from.on('close', () => to.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (state.isBlack) return void near.resume();
    const far = connect({ host: target.hostname, port: Number(target.port) });
    keep(far);
    forward(near, far);
    forward(far, near);
  });
  const port = await findFreePort();
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen();
  closeAfterFile(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const lose = () => {
    for (const socket of open) socket.removeAllListeners('data').resume();
  };
  return {
    url: url.href,
    delay(milliseconds) {
      state.delayMs = milliseconds;
    },
    reset() {
      for (const socket of open) socket.resetAndDestroy();
    },
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
    lose,
    blackhole() {
      state.isBlack = true;
      lose();
    },
    async restore() {
      state.delayMs = 0;
      state.isBlack = false;
      if (!server.listening) await listen();
    },
  };
}
