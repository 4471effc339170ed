import { Agent, createServer, request } from 'node:http';
import { closeAfterFile } from './close-after-file.ts';

const pollMs = 200;

/** A load balancer that keeps connections, asks its nodes for /readyz and never repeats a request. */
export async function startBalancer(nodes: () => readonly string[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const poll = async () => {
    const known = nodes();
    for (const url of ready) if (!known.includes(url)) ready.delete(url);
    await Promise.all(
      known.map(async (url) => {
        const isReady = await fetch(`${url}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (isReady) ready.add(url);
        else ready.delete(url);
      }),
    );
  };
  await poll();
  const polling = setInterval(poll, pollMs);
  const errors: string[] = [];
  const pending = new Map<string, number>();
  const count = (url: string, change: number) => pending.set(url, (pending.get(url) ?? 0) + change);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const urls = [...ready];
    turn += 1;
    const url = urls[turn % urls.length];
    // As proxies do when no node is ready.
    if (!url) return void outgoing.writeHead(503, { 'content-length': '0' }).end();
    const { method, headers } = incoming;
    count(url, 1);
    outgoing.once('close', () => count(url, -1));
    const forwarded = request(url + incoming.url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, {
        'content-length': answer.headers['content-length'] ?? '',
      });
      answer.pipe(outgoing);
    });
    forwarded.on('error', (error) => {
      errors.push(error.message);
      outgoing.writeHead(502, { 'content-length': '0' }).end();
    });
    incoming.pipe(forwarded);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    clearInterval(polling);
    agent.destroy();
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    /** What went wrong on the way to a node. */
    errors,
    isReady: (url: string) => ready.has(url),
    /** Whether all that was sent to a node is answered. */
    isIdle: (url: string) => !pending.get(url),
  };
}
