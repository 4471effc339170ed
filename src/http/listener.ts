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
  /** Stops accepting requests, lets active ones finish, then closes. */
  drain(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const allMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const slowClientTimeoutMs = 10_000;

/** The node:http server: what it rejects never reaches Yoga. */
export function createListener(
  handle: Handler,
  { maxConnections = 1000, ...others }: Partial<WatchOptions> = {},
): Listener {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: slowClientTimeoutMs,
      requestTimeout: 60_000,
      // The default checks the timeouts above only every 30 s.
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 5000,
      // A missing Host is rejected below, with problem details.
      requireHostHeader: false,
    },
    onRequest,
  );
  const connections = watchConnections(server, { maxConnections, ...others });
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    connections.track(request, response);
    if (request.url === '*' && request.method === 'OPTIONS') {
      response.writeHead(204, { Allow: allMethods, ...apiHeaders }).end();
      return;
    }
    response.once('finish', () => disconnectUnlessComplete(request));
    const error = normalizeTarget(request);
    if (error) void reject(error, request, response);
    else handle(request, response);
  }
  // Unknown expectations may be ignored (RFC 9110, 10.1.1); Node would respond with 417.
  server.on('checkExpectation', onRequest);
  server.on('connect', (_request, socket) => {
    // Node has detached this socket: without a listener a reset would crash the process.
    socket.on('error', () => socket.destroy());
    void respondRaw(new ServiceError('METHOD_NOT_ALLOWED', 'CONNECT is not supported.'), socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) void respondRaw(describeClientError(error.code), socket);
    else socket.destroy();
  });
  return {
    listen: (port, host) => listen(server, port, host),
    drain: connections.drain,
  };
}

/** A client that keeps sending after its response is disconnected after a while. */
function disconnectUnlessComplete(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.socket.destroy(), slowClientTimeoutMs);
  request.once('close', () => clearTimeout(timer));
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
 * Yoga parses a request's URL as `http://<Host><target>`, so both must be well-formed: another host
 * could change the path, or make the URL invalid.
 */
function normalizeTarget(request: IncomingMessage): ServiceError | undefined {
  // RFC 9112, 3.2.2: an absolute URL as target is accepted, and its host takes precedence.
  const [, host, rest] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host !== undefined && rest !== undefined) {
    request.headers.host = host;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  const { url: target = '', headers } = request;
  if (!isValidHost(headers.host, request.httpVersion)) {
    return new ServiceError('BAD_REQUEST', 'The Host header must contain a valid host.');
  }
  if (!/^\/(?!\/)/.test(target) || !URL.canParse(target, 'http://localhost')) {
    return new ServiceError(
      'NOT_FOUND',
      'No resource at this path. See /docs for the available paths.',
    );
  }
  return undefined;
}

function isValidHost(host: string | undefined, httpVersion: string): boolean {
  if (host === undefined) return httpVersion === '1.0';
  return host === '' || (/^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}/`));
}

async function reject(
  error: ServiceError,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await describe(error, request.headers['x-request-id']);
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** For input that never became an HTTP request: only the socket is there. */
async function respondRaw(error: ServiceError, socket: Duplex): Promise<void> {
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

function describeClientError(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('HEADERS_TOO_LARGE', 'All headers together may have at most 16 KB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('REQUEST_TIMEOUT', 'The request did not arrive in time.');
    default:
      return new ServiceError('BAD_REQUEST', 'Not a valid HTTP request.');
  }
}
