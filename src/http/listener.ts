import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorTable, ServiceError } from '../domain/errors.ts';
import { type WatchOptions, watchConnections } from './connections.ts';
import { problemResponse } from './problem.ts';
import { apiHeaders } from './use-api-headers.ts';
import { chooseRequestId } from './use-request-id.ts';

export interface Listener {
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Takes no new requests, lets those under way finish, then closes. */
  drain(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const allMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const slowest = 10_000;

/** The node:http server in front of everything: what it refuses never becomes a request. */
export function createListener(
  handle: Handler,
  { mostConnections = 1000, ...others }: Partial<WatchOptions> = {},
): Listener {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: slowest,
      requestTimeout: 60_000,
      // Without this the timeouts above are looked at every 30 s only.
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 5000,
      // A missing Host is refused below, with problem details.
      requireHostHeader: false,
    },
    receive,
  );
  const connections = watchConnections(server, { mostConnections, ...others });
  function receive(request: IncomingMessage, response: ServerResponse): void {
    connections.begin(request, response);
    if (request.url === '*' && request.method === 'OPTIONS') {
      response.writeHead(204, { Allow: allMethods, ...apiHeaders }).end();
      return;
    }
    response.once('finish', () => cutOffUnlessComplete(request));
    const fault = readAddress(request);
    if (fault) void refuse(fault, request, response);
    else handle(request, response);
  }
  // Expectations beyond 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer them itself.
  server.on('checkExpectation', receive);
  server.on('connect', (_request, socket) => {
    // Node has let go of this socket: without a listener of ours a reset would end the process.
    socket.on('error', () => socket.destroy());
    void answerRaw(new ServiceError('METHOD_NOT_ALLOWED', 'This is not a proxy.'), socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) void answerRaw(explainBroken(error.code), socket);
    else socket.destroy();
  });
  return {
    listen: (port, host) => listen(server, port, host),
    drain: connections.drain,
  };
}

/** A client that has its answer and still sends is listened to for a while only. */
function cutOffUnlessComplete(request: IncomingMessage): void {
  if (request.complete) return;
  const cut = setTimeout(() => request.socket.destroy(), slowest);
  request.once('close', () => clearTimeout(cut));
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

/**
 * The plugins read a request's address as `http://<Host><target>`, so both must be what they should be:
 * a host of another shape would move the path, or leave no address at all.
 */
function readAddress(request: IncomingMessage): ServiceError | undefined {
  // RFC 9112, 3.2.2: a whole address as target is understood, and its host is the one that counts.
  const [, host, rest] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host !== undefined && rest !== undefined) {
    request.headers.host = host;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  const { url: target = '', headers } = request;
  if (!isSoundHost(headers.host, request.httpVersion)) {
    return new ServiceError('BAD_REQUEST', 'The Host header must name a host.');
  }
  if (!/^\/(?!\/)/.test(target) || !URL.canParse(target, 'http://localhost')) {
    return new ServiceError(
      'NOT_FOUND',
      'There is nothing at this address. See /docs for what there is.',
    );
  }
  return undefined;
}

function isSoundHost(host: string | undefined, httpVersion: string): boolean {
  if (host === undefined) return httpVersion === '1.0';
  return host === '' || (/^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}/`));
}

async function refuse(
  error: ServiceError,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await describe(error, request.headers['x-request-id']);
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** For bytes that are no HTTP request, or too many of them, or too slow: nothing but the socket is there. */
async function answerRaw(error: ServiceError, socket: Duplex): Promise<void> {
  const { status, headers, body } = await describe(error);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map((entry) =>
    entry.join(': '),
  );
  const head = [`HTTP/1.1 ${status} ${errorTable[error.code].title}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

async function describe(error: ServiceError, givenId?: string | string[]) {
  const requestId = chooseRequestId(givenId?.toString());
  const problem = problemResponse(error, { requestId, instance: '/' });
  const body = await problem.text();
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...apiHeaders,
  };
  return { status: problem.status, headers, body };
}

function explainBroken(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('HEADERS_TOO_LARGE', 'Headers may have at most 16 KB together.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('REQUEST_TIMEOUT', 'The request did not arrive in time.');
    default:
      return new ServiceError('BAD_REQUEST', 'This is not an HTTP request.');
  }
}
