import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { keepAliveSeconds, withSize, writeTo, writeWhole } from '../../src/http/write-response.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { openSocket } from '../support/raw-http.ts';

type Body = string | Uint8Array | null;
interface Answer {
  readonly status?: number;
  readonly headers?: readonly string[];
  readonly body?: Body;
}

const umlauts = 'Größe: 10 €, 大きさ';
const plain = ['content-type', 'text/plain', 'x-empty', ''];
const sized = (body: string) => [...plain, 'content-length', String(Buffer.byteLength(body))];
const answers: Record<string, Answer> = {
  '/text': { headers: sized(umlauts), body: umlauts },
  '/bytes': { headers: sized(umlauts), body: Buffer.from(umlauts) },
  '/large': { headers: sized('x'.repeat(500_000)), body: 'x'.repeat(500_000) },
  '/empty': { status: 204, headers: ['allow', 'GET'], body: null },
  '/unchanged': { status: 304, headers: ['etag', '"1"'], body: null },
  '/head': { headers: sized(umlauts), body: null },
  '/latin': { headers: ['x-name', 'é', ...sized(umlauts)], body: umlauts },
  '/close': { headers: ['connection', 'close', ...sized(umlauts)], body: umlauts },
};

/** A server whose answers are written at once where that is possible, or by Node. */
async function startServer(writesWhole: boolean) {
  const written: Record<string, boolean> = {};
  const events: string[] = [];
  const server = createServer(
    { keepAliveTimeout: keepAliveSeconds * 1000 },
    (request, response) => {
      const path = request.url ?? '';
      const { status = 200, headers = [], body = null } = answers[path] ?? {};
      for (const name of ['finish', 'close']) response.on(name, () => events.push(name));
      const byNode = () => response.writeHead(status, [...headers]).end(body ?? undefined);
      const respond = (sent: ServerResponse) => {
        written[path] = writesWhole && writeWhole(sent, status, headers, withSize(body));
        if (!written[path]) byNode();
        expect([sent.headersSent, sent.writableEnded, sent.statusCode]).toEqual([
          true,
          true,
          status,
        ]);
      };
      // Answers that are given in another order than the requests came in have to wait.
      if (request.headers['x-later']) setImmediate(respond, response);
      else respond(response);
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (...requests: string[]): Promise<string> => {
    const socket = await openSocket(`http://127.0.0.1:${port}`);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(requests.map((line) => `${line}\r\n\r\n`).join(''));
    // The last request ends the connection.
    await once(socket, 'close');
    return Buffer.concat(chunks)
      .toString('latin1')
      .replace(/Date: .*/g, 'Date: …');
  };
  return { ask, written, events };
}

const get = (path: string, ...lines: string[]) =>
  [`${path === '/head' ? 'HEAD' : 'GET'} ${path} HTTP/1.1`, 'Host: a', ...lines].join('\r\n');
const last = get('/close', 'Connection: close');

it('writes byte for byte what Node does, and as many events', async () => {
  const [whole, byNode] = [await startServer(true), await startServer(false)];
  const asked = Object.keys(answers).filter((path) => path !== '/close');
  const all = asked.map((path) => get(path));
  const mixed = [
    get('/text', 'X-Later: 1'),
    get('/bytes'),
    get('/large', 'X-Later: 1'),
    get('/text'),
  ];
  for (const requests of [all, mixed, [`GET /text HTTP/1.0`], ...all.map((each) => [each])]) {
    const isOld = requests[0]?.endsWith('1.0');
    const lines = isOld ? requests : [...requests, last];
    expect(await whole.ask(...lines)).toBe(await byNode.ask(...lines));
  }
  const isWhole = ({ written }: typeof whole) => asked.filter((path) => written[path]);
  expect(isWhole(byNode)).toEqual([]);
  expect(isWhole(whole)).toEqual(asked.filter((path) => path !== '/latin'));
  expect(whole.events.toSorted()).toEqual(byNode.events.toSorted());
});

it('keeps what a client has not read yet, while others are answered', async () => {
  const server = createNetServer({ pauseOnConnect: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [slow, [toSlow]] = await Promise.all([openSocket(url), once(server, 'connection')]);
  const [, [toOther]] = await Promise.all([openSocket(url), once(server, 'connection')]);
  const bodies = Array.from({ length: 200 }, (_, n) => `${n}, `.repeat(10_000));
  for (const body of bodies) {
    writeTo(toSlow, { head: 'slow: ', body, bytes: body.length });
    writeTo(toOther, { head: 'other: ', body: null, bytes: 0 });
  }
  expect(toSlow.writableLength).toBeGreaterThan(0);
  toSlow.end();
  toOther.destroy();
  expect((await text(slow)) === bodies.map((body) => `slow: ${body}`).join('')).toBe(true);
});
