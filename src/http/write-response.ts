import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { SharedHeaders } from './exchange.ts';

/** Longer than proxies and clients keep idle connections (60 s): who closes first must not be us. */
export const keepAliveSeconds = 75;

/** What Node sets when a response is ended. */
interface Internals {
  _header: string;
  finished: boolean;
}

/**
 * Writes a response that is known as a whole, head and body in one piece, as Node would: that writes
 * them one by one and collects them again, which takes longer than to find a remembered answer. False
 * if Node has to do it: for a response that has to wait for another one, or ends its connection.
 */
export function writeWhole(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  { body, bytes }: SizedBody,
  shared?: SharedHeaders,
): boolean {
  const { socket } = response;
  const head = socket && response.shouldKeepAlive ? printHead(status, headers, shared) : undefined;
  if (!socket || head === undefined) return false;
  const internals = response as unknown as Internals;
  response.statusCode = status;
  internals._header = head;
  internals.finished = true;
  const finish = (error?: Error | null) => {
    if (!error) response.emit('finish');
  };
  writeTo(socket, { head, body, bytes }, finish);
  return true;
}

/** The body of a response, and how many bytes that are. */
export interface SizedBody {
  readonly body: string | Uint8Array | null;
  readonly bytes: number;
}

export function withSize(body: string | Uint8Array | null): SizedBody {
  return { body, bytes: body === null ? 0 : Buffer.byteLength(body) };
}

/** A response as it is sent. */
export interface PrintedResponse extends SizedBody {
  /** ASCII. */
  readonly head: string;
}

/** Writes head and body in one piece. */
export function writeTo(
  socket: Socket,
  { head, body, bytes }: PrintedResponse,
  finish?: (error?: Error | null) => void,
): void {
  const size = head.length + bytes;
  const isKept = size > workspaceBytes;
  const whole = isKept ? Buffer.allocUnsafe(size) : workspace.subarray(0, size);
  whole.write(head, 'latin1');
  if (typeof body === 'string') {
    // ASCII is the same in both, and takes a fraction of the time.
    whole.write(body, head.length, bytes === body.length ? 'latin1' : 'utf8');
  } else if (body !== null) whole.set(body, head.length);
  socket.write(whole, finish);
  // What the client has not taken yet is still to be read from there.
  if (!isKept && socket.writableLength > 0) workspace = Buffer.allocUnsafeSlow(workspaceBytes);
}

const workspaceBytes = 64 * 1024;
/** Where responses are put together: most are sent at once, and need no memory of their own. */
let workspace = Buffer.allocUnsafeSlow(workspaceBytes);

/** The head of a response whose connection stays open; undefined if it has a header that Node has to see. */
export function printHead(
  status: number,
  headers: readonly string[],
  shared: SharedHeaders = { list: [], lines: '' },
): string | undefined {
  const lines = linesOf(headers);
  shared.lines ??= linesOf(shared.list);
  if (lines === undefined || shared.lines === undefined) return undefined;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}${shared.lines}Date: ${printDate()}\r\n${keptAlive}\r\n`;
}

const keptAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
const unusual = /[^\t\x20-\x7e]/;

/** Whether Node need not see the value of a header. */
export function isPlainValue(value: string): boolean {
  return !unusual.test(value);
}

/** Headers that differ from response to response and are plain: numbers, and ids that were checked. */
const ownPlain = new Set(['x-request-id', 'ratelimit-policy', 'ratelimit', 'content-length']);

/** Undefined if there is a header that Node has to see. */
function linesOf(headers: readonly string[]): string | undefined {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at] as string, headers[at + 1] as string];
    if (name === 'connection' || !(ownPlain.has(name) || isPlainValue(value))) return undefined;
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

let printedUntil = 0;
let printed = '';

/** Printed once for all responses of a second. */
function printDate(): string {
  const now = Date.now();
  if (now >= printedUntil || now < printedUntil - 1000) {
    printedUntil = now - (now % 1000) + 1000;
    printed = new Date(now).toUTCString();
  }
  return printed;
}
