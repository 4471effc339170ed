import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const min = 10_000;

/**
 * A free local port below those that the system hands out. Of those, one that is not listened on for a moment
 * can become that of any connection meanwhile, even of one to itself.
 */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = randomInt(min, firstEphemeralPort());
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return findFreePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

function firstEphemeralPort(): number {
  try {
    const range = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
    return Math.max(Number.parseInt(range, 10), min + 1000);
  } catch {
    return 32_768;
  }
}
