import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type HttpRequest, plainTarget } from './exchange.ts';
import { fromHead, keepBody } from './node-exchange.ts';
import { isValidHost } from './request-target.ts';
import { isPlainValue, type PrintedResponse, writeTo } from './write-response.ts';

export interface EarlyResponses {
  /** Whether nothing else is to be sent on a connection, which stays open. */
  isIdle(socket: Socket): boolean;
  /** Where reads may be sent by POST. */
  readonly postPath?: string;
  /** The response to a read, if it is known at once. */
  respond(request: HttpRequest): PrintedResponse | undefined;
}

/** A longer body is not looked up in memory. */
export const maxKeyBytes = 16 * 1024;

/**
 * Responds to reads before Node creates a response for them: that, its headers, events and timers take
 * half of the CPU that a remembered answer or a refusal costs. Node has no public way: its parser calls
 * `onIncoming` for each request.
 */
export function respondEarly(server: Server, { isIdle, postPath, respond }: EarlyResponses): void {
  /** Connections that were answered in this turn; what else they have sent is counted and limited. */
  const answered = new Set<Socket>();
  const mayRespond = ({ httpVersionMinor }: IncomingMessage, socket: Socket): boolean =>
    httpVersionMinor !== 0 &&
    !answered.has(socket) &&
    socket.writableLength === 0 &&
    isIdle(socket);
  const tryToRespond = (incoming: IncomingMessage, socket: Socket, body?: Uint8Array): boolean => {
    const [, path, search = ''] = plainTarget.exec(incoming.url ?? '') ?? [];
    if (path === undefined) return false;
    const response = respond(fromHead(incoming, path, search, body));
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
    // Node does so after its responses.
    const keepAlive = () => {
      if (!isKeptAlive) socket.setTimeout(server.keepAliveTimeout);
      isKeptAlive = true;
    };
    const leaveToNode = (request: ParsedRequest, shouldKeepAlive: boolean) => {
      if (isKeptAlive) socket.setTimeout(server.timeout);
      isKeptAlive = false;
      return accept(request, shouldKeepAlive);
    };
    /** A request whose body is parsed next, if it came with the head. */
    let held: { readonly request: ParsedRequest; readonly bytes: number } | undefined;
    const release = () => {
      if (!held) return;
      const { request, bytes } = held;
      held = undefined;
      const body: Uint8Array | null = request.readableLength === bytes ? request.read() : null;
      if (body && mayRespond(request, socket) && tryToRespond(request, socket, body)) {
        keepAlive();
        if (!request.complete) parser.incoming = null;
        return;
      }
      if (body) keepBody(request, body);
      leaveToNode(request, true);
    };
    parser.onIncoming = (request, shouldKeepAlive) => {
      // Responses are in the order of the requests.
      release();
      const isGet = request.method === 'GET';
      const isRead = isGet || (request.method === 'POST' && request.url === postPath);
      if (!isRead || !shouldKeepAlive || request.upgrade || !mayRespond(request, socket)) {
        return leaveToNode(request, shouldKeepAlive);
      }
      const bytes = bodyBytesOf(request);
      if (!isGet && bytes > 0 && bytes <= maxKeyBytes) {
        held = { request, bytes };
        process.nextTick(release);
        return 0;
      }
      if (!isGet || bytes !== 0 || !tryToRespond(request, socket)) {
        return leaveToNode(request, shouldKeepAlive);
      }
      keepAlive();
      // Nobody reads its body, which is empty: without it, Node does not tell anybody that it has ended.
      parser.incoming = null;
      return 0;
    };
  });
}

type ParsedRequest = IncomingMessage & { upgrade: boolean };

interface RequestParser {
  incoming: IncomingMessage | null;
  onIncoming: ((request: ParsedRequest, keep: boolean) => number) | null;
}

/** The length of the body; not a number if there is something about the head that Node has to see. */
function bodyBytesOf({ rawHeaders }: IncomingMessage): number {
  let host: string | undefined;
  let bytes = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    if (!lengths.has(given.length)) continue;
    const name = given.toLowerCase();
    const value = rawHeaders[at + 1] as string;
    if (nodesOwn.has(name) || (name === 'host' && host !== undefined)) return Number.NaN;
    // It may become a header of the response.
    if (name === 'origin' && !isPlainValue(value)) return Number.NaN;
    if (name === 'host') host = value;
    if (name === 'content-length') bytes = Number(value);
  }
  return host !== undefined && isValidHost(host) ? bytes : Number.NaN;
}

const nodesOwn = new Set(['transfer-encoding', 'expect']);
const lengths = new Set(
  ['host', 'origin', 'content-length', ...nodesOwn].map(({ length }) => length),
);
