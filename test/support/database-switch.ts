import { connect, createServer, type Socket } from 'node:net';
import { closeAfterFile } from './close-after-file.ts';

/** A proxy for connections to the current primary, as HAProxy or a virtual address is one. */
export async function startSwitch(first: number) {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  closeAfterFile(() => {
    server.close();
    cut();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    /** Closes what is open, and leads to another server from now on. */
    switchTo(port: number) {
      target = port;
      cut();
    },
  };
}
