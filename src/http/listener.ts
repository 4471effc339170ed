import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { errorTable, ServiceError } from '../domain/errors.ts';
import { problemResponse } from './problem.ts';

export interface Listener {
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Takes no new requests, lets those under way finish, then closes. */
  drain(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const slowest = 10_000;
const longestDrain = 10_000;

/** The node:http server in front of everything: what it refuses never becomes a request. */
export function createListener(handle: Handler): Listener {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: slowest,
      requestTimeout: 60_000,
      // Without this the timeouts above are looked at every 30 s only.
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 5000,
    },
    (request, response) => {
      if (isSoundTarget(request.url)) handle(request, response);
      else void refuseTarget(request, response);
    },
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable) void answerBroken(error, socket);
    else socket.destroy();
  });
  return {
    listen: (port, host) => listen(server, port, host),
    drain: () => drain(server),
  };
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

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), longestDrain);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** A path such as `//host/x` or a whole address would be read as another host; no client of ours sends one. */
function isSoundTarget(target: string | undefined): boolean {
  return (
    target !== undefined && /^\/(?!\/)/.test(target) && URL.canParse(target, 'http://localhost')
  );
}

async function refuseTarget(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID();
  const error = new ServiceError(
    'NOT_FOUND',
    'There is nothing at this address. See /docs for what there is.',
  );
  const problem = problemResponse(error, { requestId, instance: '/' });
  response.writeHead(problem.status, {
    'Content-Type': 'application/problem+json',
    'X-Request-Id': requestId,
    'API-Version': '1',
  });
  response.end(request.method === 'HEAD' ? undefined : await problem.text());
}

/** Bytes that are no HTTP request, or too many of them, or too slow. */
async function answerBroken(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  const requestId = randomUUID();
  const service = explainBroken(error.code);
  const { status, title } = errorTable[service.code];
  const body = await problemResponse(service, { requestId, instance: '/' }).text();
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
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
