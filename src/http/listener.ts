import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { errorTable, ServiceError } from '../domain/errors.ts';
import { apiHeaders } from './api-headers.ts';
import { atCapacity, createRefusal } from './at-capacity.ts';
import { maxUnanswered, type WatchOptions, watchConnections } from './connections.ts';
import { discardBody, endConnection } from './end-connection.ts';
import { graphqlErrorResponse } from './graphql-error-response.ts';
import { problemResponse } from './problem.ts';
import { chooseRequestId } from './request-id.ts';
import { createRequestQueue, type QueueOptions } from './request-queue.ts';
import { findRequestError, unknownTransferEncoding } from './request-target.ts';
import { type EarlyResponses, respondEarly } from './respond-early.ts';
import { keepAliveSeconds } from './write-response.ts';

export interface Listener {
  listen(port: number, host: string): Promise<AddressInfo>;
  /** From now on, responses ask their clients to close the connection. */
  announceEnd(): void;
  /** Stops accepting requests, lets active ones finish until the timeout, then closes. */
  drain(timeoutMs?: number): Promise<void>;
}

export interface ListenerOptions extends Partial<WatchOptions> {
  readonly queue?: Partial<QueueOptions>;
  /** Responds to a read from memory, if all about it is known. */
  readonly recall?: EarlyResponses['respond'];
}

/** Returns what is to be done for a request when it is its turn. */
type Arrive = (request: IncomingMessage, response: ServerResponse) => () => unknown;

const allMethods = 'GET, HEAD, QUERY, POST, PUT, PATCH, DELETE, OPTIONS';
const slowClientTimeoutMs = 10_000;
/** Connections that wait to be accepted: what does not fit tries again after a second. */
const backlog = 4096;

const checks = new Set(['/healthz', '/readyz']);
/** Never refused, or refused in another form. */
const otherPaths = new Set([...checks, '/graphql']);

/** The node:http server: what it rejects never reaches Yoga. */
export function createListener(arrive: Arrive, options: ListenerOptions = {}): Listener {
  const { maxConnections = 1000, writeTimeoutMs = 30_000, ...others } = options;
  const { queue: limits, recall } = options;
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: slowClientTimeoutMs,
      // Files may take their time: bodies are timed as they are read.
      requestTimeout: 0,
      // The default checks the timeouts above only every 30 s.
      connectionsCheckingInterval: 1000,
      // A request that is on its way must not meet a closed connection.
      keepAliveTimeout: keepAliveSeconds * 1000,
      // A missing Host is rejected below, with problem details.
      requireHostHeader: false,
    },
    onRequest,
  );
  const connections = watchConnections(server, { maxConnections, writeTimeoutMs, ...others });
  const queue = createRequestQueue({ maxActive: 64, maxQueued: 64, maxWaitMs: 400, ...limits });
  server.on('connection', queue.noteConnection);
  const refuse = createRefusal();
  respondEarly(server, {
    isIdle: connections.isIdle,
    postPath: '/graphql',
    respond(request) {
      if (!queue.isFull()) return recall?.(request);
      return otherPaths.has(request.path) ? undefined : refuse(request);
    },
  });
  const rejected = new WeakSet<Socket>();
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const outcome = connections.track(request, response);
    if (outcome === 'ignored') return;
    if (hasBody(request)) response.once('finish', () => disconnectUnlessComplete(request));
    const error = outcome === 'refused' ? tooManyUnanswered() : findRequestError(request);
    if (error) {
      rejected.add(request.socket);
      return void reject(error, request, response);
    }
    if (request.url === '*') {
      return void response.writeHead(204, { allow: allMethods, ...apiHeaders }).end();
    }
    // Whether the process is up and ready must be known above all when it is busy.
    const isCheck = checks.has(request.url ?? '');
    // Nothing is done for a request that will be refused.
    if (!isCheck && queue.isFull()) return void reject(atCapacity, request, response);
    const start = arrive(request, response);
    if (isCheck) return void start();
    const enter = () =>
      queue.enter(response, { start, refuse: () => reject(atCapacity, request, response) });
    // A body that comes with its head has been read by the next turn. One that is still to come may take
    // its time, and many slow ones must not use up the places of requests that have arrived.
    if (request.complete || !hasBody(request)) enter();
    else setImmediate(() => (request.complete ? enter() : start()));
  }
  // Unknown expectations may be ignored (RFC 9110, 10.1.1); Node would respond with 417.
  server.on('checkExpectation', onRequest);
  server.on('connect', (_request, socket: Socket) => {
    // Node has detached this socket: without a listener a reset would crash the process.
    socket.on('error', () => socket.destroy());
    respondRaw(new ServiceError('METHOD_NOT_ALLOWED', 'CONNECT is not supported.'), socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Its headers were already reason enough.
    if (rejected.has(socket)) return;
    if (socket.writable) respondRaw(describeClientError(error.code), socket);
    // One that has been ended is reset in a moment.
    else if (!socket.writableEnded) socket.destroy();
  });
  return {
    listen: (port, host) => listen(server, port, host),
    announceEnd: () => connections.announceEnd(),
    drain: (timeoutMs = slowClientTimeoutMs) => connections.drain(timeoutMs),
  };
}

/** A client that keeps sending after its response is disconnected after a while. */
function disconnectUnlessComplete(request: IncomingMessage): void {
  if (request.complete) return;
  discardBody(request);
  const timer = setTimeout(() => request.socket.resetAndDestroy(), slowClientTimeoutMs);
  request.once('close', () => clearTimeout(timer));
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

/** What is rejected here costs its sender no points, so it costs a connection, unless it is our fault. */
function reject(error: ServiceError, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = describe(error, request);
  if (errorTable[error.code].status !== 503) response.shouldKeepAlive = false;
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** For input that never became an HTTP request: only the socket is there. */
function respondRaw(error: ServiceError, socket: Socket): void {
  const { status, headers, body } = describe(error);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map((entry) =>
    entry.join(': '),
  );
  const head = [`HTTP/1.1 ${status} ${errorTable[error.code].title}`, ...lines];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  endConnection(socket);
}

function describe(error: ServiceError, request?: IncomingMessage) {
  const requestId = chooseRequestId(request?.headers['x-request-id']?.toString());
  const [path = '/'] = request?.url?.split('?') ?? [];
  const response =
    path === '/graphql'
      ? graphqlErrorResponse(error, request?.headers.accept)
      : problemResponse(error, { requestId, instance: path });
  // Descriptions of errors are texts.
  const body = response.body as string;
  const headers = {
    ...response.headers,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    ...apiHeaders,
  };
  return { status: response.status, headers, body };
}

function tooManyUnanswered(): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    `A connection may have at most ${maxUnanswered} unanswered requests. Wait for responses before you send more.`,
    { headers: { 'Retry-After': '1' } },
  );
}

function describeClientError(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('HEADERS_TOO_LARGE', 'All headers together may have at most 16 KB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('REQUEST_TIMEOUT', 'The request did not arrive in time.');
    case 'HPE_INVALID_TRANSFER_ENCODING':
      return unknownTransferEncoding();
    default:
      return new ServiceError('BAD_REQUEST', 'Not a valid HTTP request.');
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
