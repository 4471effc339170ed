import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LoadRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Load {
  /** Sends `count` requests, the next one on a connection when its last was answered. */
  run(count: number, next: () => LoadRequest): Promise<LoadResult>;
  /** Sends one request. */
  send(request: LoadRequest): Promise<LoadResponse>;
  close(): void;
}

export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds of each request. */
  readonly latencies: number[];
  /** Of each answer that was not 2xx. */
  readonly errors: string[];
}

const maxIdleMs = 1000;

/**
 * Keep-alive connections on plain sockets: a client that costs little, since on a small machine its
 * CPU time is taken from the server it measures.
 */
export function openLoad({ url, connections, headers = {} }: LoadOptions): Load {
  const { hostname, port, host } = new URL(url);
  const connect = () => openConnection(hostname, Number(port));
  let open: Connection[] = [];
  let lastUse = performance.now();
  // A server closes connections that were idle for some seconds, also while a request is on its way.
  const reopen = async () => {
    const isStale = performance.now() - lastUse > maxIdleMs;
    for (const { socket } of open) if (isStale) socket.destroy();
    const usable = open.filter(({ socket }) => !socket.destroyed);
    const missing = Array.from({ length: connections - usable.length }, connect);
    open = [...usable, ...(await Promise.all(missing))];
    return open;
  };
  const encode = (request: LoadRequest) => encodeRequest(request, { host, ...headers });
  return {
    async run(count, next) {
      const all = await reopen();
      const latencies: number[] = [];
      const errors: string[] = [];
      let left = count;
      const start = performance.now();
      const work = async (exchange: Exchange) => {
        while (left > 0) {
          left -= 1;
          const request = next();
          const sent = performance.now();
          const response = await exchange(encode(request));
          latencies.push(performance.now() - sent);
          const status = statusOf(response);
          if (status < 200 || status > 299) errors.push(`${request.path} answered ${response}`);
        }
      };
      await Promise.all(all.map(({ exchange }) => work(exchange)));
      lastUse = performance.now();
      return { seconds: (performance.now() - start) / 1000, latencies, errors };
    },
    async send(request) {
      const [first] = await reopen();
      if (!first) throw new Error('No connection');
      lastUse = performance.now();
      return parseResponse(await first.exchange(encode(request)));
    },
    close: () => {
      for (const { socket } of open) socket.destroy();
    },
  };
}

type Exchange = (request: string) => Promise<Buffer>;

interface Connection {
  readonly socket: Socket;
  readonly exchange: Exchange;
}

async function openConnection(host: string, port: number): Promise<Connection> {
  const socket = connect({ host, port, noDelay: true });
  await once(socket, 'connect');
  let received: Buffer[] = [];
  let waiting: { resolve: (response: Buffer) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk) => {
    received.push(chunk);
    const response = received.length === 1 ? chunk : Buffer.concat(received);
    if (!isComplete(response)) return;
    received = [];
    waiting?.resolve(response);
  });
  const fail = () => waiting?.reject(new Error('The server closed the connection'));
  socket.on('close', fail).on('error', fail);
  return {
    socket,
    exchange: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.destroyed) fail();
        else socket.write(request);
      }),
  };
}

function encodeRequest(
  { method = 'GET', path, headers = {}, body = '' }: LoadRequest,
  shared: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries({ ...shared, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  if (body !== '') {
    lines.push(
      'content-type: application/json\r\n',
      `content-length: ${Buffer.byteLength(body)}\r\n`,
    );
  }
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

function isComplete(response: Buffer): boolean {
  const end = response.indexOf(headEnd);
  if (end === -1) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(response.toString('latin1', 0, end))?.[1];
  if (length !== undefined) return response.length >= end + 4 + Number(length);
  const status = statusOf(response);
  if (status === 204 || status === 304) return true;
  return response.subarray(-lastChunk.length).equals(lastChunk);
}

function statusOf(response: Buffer): number {
  return Number(response.toString('latin1', 9, 12));
}

function parseResponse(response: Buffer): LoadResponse {
  const end = response.indexOf(headEnd);
  const [, ...lines] = response.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  if (headers.get('transfer-encoding') === 'chunked')
    throw new Error('Chunked responses are not read');
  const body = response.subarray(end + 4).toString();
  return { status: statusOf(response), headers, body };
}
