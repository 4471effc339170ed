import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from './close-after-file.ts';

export interface RangeServer {
  readonly url: string;
  readonly requests: { path: string; headers: IncomingHttpHeaders }[];
  /** Passwords that it knows, with how often they were seen. */
  readonly known: Map<string, number>;
  /** Answers in its place. */
  fault: ((response: ServerResponse) => void) | undefined;
}

/** A small server with the range protocol of Have I Been Pwned; closes itself after the test file. */
export async function startRangeServer(): Promise<RangeServer> {
  const server = createServer(({ url = '', headers }, response) => {
    state.requests.push({ path: url, headers });
    if (state.fault) return state.fault(response);
    const prefix = /^\/range\/([\dA-F]{5})$/.exec(url)?.[1];
    const found = [...state.known]
      .map(([password, count]) => [sha1(password), count] as const)
      .filter(([digest]) => digest.startsWith(prefix ?? '-'))
      .map(([digest, count]) => `${digest.slice(5)}:${count}`);
    const padding = Array.from({ length: 20 }, (_, n) => `${sha1(`padding ${n}`).slice(5)}:0`);
    response.setHeader('content-type', 'text/plain');
    response.end([...found, ...padding].join('\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const state: RangeServer = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    known: new Map(),
    fault: undefined,
  };
  return state;
}

export function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex').toUpperCase();
}
