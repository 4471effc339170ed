import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type HttpRequest, plainTarget } from './exchange.ts';
import { fromHead } from './node-exchange.ts';
import { isValidHost } from './request-target.ts';
import { isPlainValue, type PrintedResponse, writeTo } from './write-response.ts';

export interface EarlyResponses {
  /** Whether nothing else is to be sent on a connection, which stays open. */
  isIdle(socket: Socket): boolean;
  /** The response to a read, if it is known at once. */
  respond(request: HttpRequest): PrintedResponse | undefined;
}

/**
 * Responds to reads before Node creates a response for them: that, its headers, events and timers take
 * half of the CPU that a remembered answer or a refusal costs. Node has no public way: its parser calls
 * `onIncoming` for each request.
 */
export function respondEarly(server: Server, { isIdle, respond }: EarlyResponses): void {
  /** Connections that were answered in this turn; what else they have sent is counted and limited. */
  const answered = new Set<Socket>();
  const tryToRespond = (incoming: IncomingMessage, socket: Socket): boolean => {
    if (incoming.method !== 'GET' || incoming.httpVersionMinor === 0) return false;
    if (answered.has(socket) || socket.writableLength > 0 || !isIdle(socket)) return false;
    const [, path, search = ''] = plainTarget.exec(incoming.url ?? '') ?? [];
    if (path === undefined || needsNode(incoming)) return false;
    const response = respond(fromHead(incoming, path, search));
    if (!response) return false;
    if (answered.size === 0) setImmediate(() => answered.clear());
    answered.add(socket);
    writeTo(socket, response);
    return true;
  };
  server.on('connection', (socket: Socket & { parser?: RequestParser }) => {
    const { parser } = socket;
    const accept = parser?.onIncoming;
    if (!parser || !accept) return;
    let isKeptAlive = false;
    parser.onIncoming = (request, shouldKeepAlive) => {
      if (shouldKeepAlive && !request.upgrade && tryToRespond(request, socket)) {
        // Node does so after its responses.
        if (!isKeptAlive) socket.setTimeout(server.keepAliveTimeout);
        isKeptAlive = true;
        // Nobody reads its body, which is empty: without it, Node does not tell anybody that it has ended.
        parser.incoming = null;
        return 0;
      }
      if (isKeptAlive) socket.setTimeout(server.timeout);
      isKeptAlive = false;
      return accept(request, shouldKeepAlive);
    };
  });
}

interface RequestParser {
  incoming: IncomingMessage | null;
  onIncoming: ((request: IncomingMessage & { upgrade: boolean }, keep: boolean) => number) | null;
}

/** Whether there is a body, or something to be said about the head. */
function needsNode({ rawHeaders }: IncomingMessage): boolean {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    if (!lengths.has(given.length)) continue;
    const name = given.toLowerCase();
    const value = rawHeaders[at + 1] as string;
    if (nodesOwn.has(name) || (name === 'host' && host !== undefined)) return true;
    // It may become a header of the response.
    if (name === 'origin' && !isPlainValue(value)) return true;
    if (name === 'host') host = value;
  }
  return host === undefined || !isValidHost(host);
}

const nodesOwn = new Set(['content-length', 'transfer-encoding', 'expect']);
const lengths = new Set(['host', 'origin', ...nodesOwn].map(({ length }) => length));
