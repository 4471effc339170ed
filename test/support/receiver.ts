import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from './close-after-file.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Resolves when so many messages have arrived that pass the filter. */
  waitFor(count: number, isWanted?: (message: Received) => boolean): Promise<Received[]>;
}

type Answer = (message: Received, response: ServerResponse) => void;

const accept: Answer = (_message, response) => void response.writeHead(204).end();

/** A real receiver of webhooks on loopback, which answers as told. */
export async function startReceiver(answer: Answer = accept): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const message = { path: request.url ?? '', headers: request.headers, text };
      received.push(message);
      answer(message, response);
      for (const check of waiting) check();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    waitFor: (count, isWanted = () => true) =>
      new Promise((resolve) => {
        const check = () => {
          const wanted = received.filter(isWanted);
          if (wanted.length < count) return;
          waiting.delete(check);
          resolve(wanted);
        };
        waiting.add(check);
        check();
      }),
  };
}
