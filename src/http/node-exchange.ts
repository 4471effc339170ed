import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CompleteResponse, type HttpRequest, splitTarget } from './exchange.ts';

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
    response.once('close', leave);
    return () => response.off('close', leave);
  }
}

/** Node drops or joins headers that are repeated; the raw list has all of them. */
export function isHeaderRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string;
    if (given.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/** Sends a response; its connection may have been closed in the meantime. */
export function sendResponse(
  { status, headers, body }: CompleteResponse,
  request: HttpRequest,
  response: ServerResponse,
): void {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    if (body !== null) headers.push('content-length', String(Buffer.byteLength(body)));
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' || body === null ? undefined : body);
    return;
  }
  response.writeHead(status, headers);
  response.flushHeaders();
  // Who leaves a stream ends it; there is nobody left to tell.
  pipeline(Readable.from(body), response).catch(() => undefined);
}
