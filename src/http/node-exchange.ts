import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CompleteResponse, type HttpRequest, splitTarget } from './exchange.ts';
import { type PrintedResponse, printHead, withSize, writeWhole } from './write-response.ts';

/** A request of node:http as the service reads it. */
export function fromNodeRequest(request: IncomingMessage, response: ServerResponse): HttpRequest {
  return new NodeRequest(request, response);
}

class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #chunks: AsyncIterator<Uint8Array> | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    const { path, search } = splitTarget(request.url ?? '/');
    this.method = request.method ?? 'GET';
    this.path = path;
    this.search = search;
    this.#request = request;
    this.#response = response;
  }

  header(name: string): string | null {
    const value = this.#request.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  }

  isRepeated(name: string): boolean {
    return isHeaderRepeated(this.#request, name);
  }

  readArrived(): Uint8Array | undefined {
    const request = this.#request;
    const kept = bodies.get(request);
    if (kept) return kept;
    return request.complete && request.readableLength > 0 ? request.read() : undefined;
  }

  async readChunk(): Promise<Uint8Array | undefined> {
    // Destroying the request with its iterator would close the connection before it is answered.
    this.#chunks ??= this.#request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
    const { done, value } = await this.#chunks.next();
    return done ? undefined : value;
  }

  get remoteAddress(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  get isAborted(): boolean {
    return this.#request.socket.destroyed;
  }

  onAbort(callback: () => void): () => void {
    const response = this.#response;
    const leave = () => {
      if (!response.writableFinished) callback();
    };
    if (response.destroyed) leave();
    response.on('close', leave);
    return () => response.off('close', leave);
  }
}

/** Bodies that were read before the requests were passed on. */
const bodies = new WeakMap<IncomingMessage, Uint8Array>();

export function keepBody(request: IncomingMessage, body: Uint8Array): void {
  bodies.set(request, body);
}

/** A read of which Node has parsed the head alone, and the whole body, if it has one. */
export function fromHead(
  request: IncomingMessage,
  path: string,
  search: string,
  body: Uint8Array | undefined,
): HttpRequest {
  return new Head(request, path, search === '?' ? '' : search, body);
}

class Head implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly #headers: readonly string[];
  readonly #socket: Socket;
  readonly #body: Uint8Array | undefined;

  constructor(
    { method = 'GET', rawHeaders, socket }: IncomingMessage,
    path: string,
    search: string,
    body: Uint8Array | undefined,
  ) {
    this.method = method;
    this.path = path;
    this.search = search;
    this.#headers = rawHeaders;
    this.#socket = socket;
    this.#body = body;
  }

  header(name: string): string | null {
    const headers = this.#headers;
    let found: string | null = null;
    for (let at = 0; at < headers.length; at += 2) {
      if (!isNamed(headers[at] as string, name)) continue;
      const value = headers[at + 1] as string;
      found = found === null ? value : `${found}, ${value}`;
    }
    return found;
  }

  isRepeated(name: string): boolean {
    return isHeaderRepeated({ rawHeaders: this.#headers }, name);
  }

  readArrived(): Uint8Array | undefined {
    return this.#body;
  }

  async readChunk(): Promise<undefined> {}

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  get isAborted(): boolean {
    return this.#socket.destroyed;
  }

  onAbort(): () => void {
    return () => undefined;
  }
}

function isNamed(given: string, name: string): boolean {
  return given === name || (given.length === name.length && given.toLowerCase() === name);
}

/** Node drops or joins headers that are repeated; the raw list has all of them. */
export function isHeaderRepeated(
  { rawHeaders }: { readonly rawHeaders: readonly string[] },
  name: string,
): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (isNamed(rawHeaders[at] as string, name)) count += 1;
  }
  return count > 1;
}

/** A remembered response as it is sent; undefined if Node has to send it. */
export function printResponse(response: CompleteResponse): PrintedResponse | undefined {
  const { status, headers, shared, body } = response;
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) return undefined;
  // Its body is bytes, or ASCII.
  const bytes = body?.length ?? 0;
  if (body !== null) headers.push('content-length', String(bytes));
  const head = printHead(status, headers, shared);
  return head === undefined ? undefined : { head, body, bytes };
}

/** Sends a response; its connection may have been closed in the meantime. */
export function sendResponse(
  { status, headers, shared, body }: CompleteResponse,
  request: HttpRequest,
  response: ServerResponse,
): void {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    // Without a length, clients read until the connection is closed, unless the status has no body.
    const whole = withSize(body);
    if (body !== null) headers.push('content-length', String(whole.bytes));
    else if (status !== 204 && status !== 304) headers.push('content-length', '0');
    const sent = request.method === 'HEAD' ? withSize(null) : whole;
    if (!writeWhole(response, status, headers, sent, shared)) {
      response.writeHead(status, [...headers, ...shared.list]).end(sent.body ?? undefined);
    }
    return;
  }
  response.writeHead(status, [...headers, ...shared.list]);
  response.flushHeaders();
  // Who leaves a stream ends it; there is nobody left to tell.
  pipeline(Readable.from(body), response).catch(() => undefined);
}
