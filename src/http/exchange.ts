/** A request as the service reads it, whether it came over a socket or as a fetch Request. */
export interface HttpRequest {
  readonly method: string;
  /** The normalized path of its target. */
  readonly path: string;
  /** The query string with its question mark, or nothing. */
  readonly search: string;
  /** A header by its lower-case name; the values of a repeated one are joined. */
  header(name: string): string | null;
  /** Whether a header that must be unique was sent more than once. */
  isRepeated(name: string): boolean;
  /** The whole body, if it has arrived. */
  readArrived(): Uint8Array | undefined;
  /** The next part of the body; undefined after the last one. */
  readChunk(): Promise<Uint8Array | undefined>;
  /** The address of the other end of the connection; undefined without a network. */
  readonly remoteAddress: string | undefined;
  /** Whether the client has closed the connection. */
  readonly isAborted: boolean;
  /** Calls back when the client closes the connection, or at once if it has; returns how to stop that. */
  onAbort(callback: () => void): () => void;
}

/** The names of headers are in lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
}

/** A response with all its headers, as Node's lists of names and values in turn. */
export interface CompleteResponse {
  readonly status: number;
  /** Of this response alone. */
  readonly headers: string[];
  /** Those that a remembered answer has whenever it is sent. */
  readonly shared: SharedHeaders;
  readonly body: HttpResponse['body'];
}

/** Headers, and their lines, if they were printed before. */
export interface SharedHeaders {
  readonly list: readonly string[];
  lines: string | undefined;
}

/** Responds to a request, or throws a ServiceError. */
export type Handler<State> = (
  request: HttpRequest,
  state: State,
) => HttpResponse | Promise<HttpResponse>;

export function emptyResponse(status: number, headers: HttpResponse['headers'] = {}): HttpResponse {
  return { status, headers, body: null };
}

/** For headers that were written as people know them. */
export function withLowerCaseNames(headers: Readonly<Record<string, string>>) {
  const lower: Record<string, string> = {};
  for (const name in headers) lower[name.toLowerCase()] = headers[name] as string;
  return lower;
}

/** No dots, percent signs or other characters that would have to be normalized. */
export const plainTarget = /^(\/(?!\/)[\w~!$&()*+,;=:@/-]*)(\?[\w~!$&()*+,;=:@/?.%[\]-]*)?$/;

/** The path and query string of a request target, normalized as URLs are. */
export function splitTarget(target: string): { path: string; search: string } {
  const [, path, search = ''] = plainTarget.exec(target) ?? [];
  // A lone question mark counts as none, as in a URL.
  if (path !== undefined) return { path, search: search === '?' ? '' : search };
  // Concatenated: resolved against a base, backslashes at its start would name another host.
  const url = new URL(`http://localhost${target}`);
  return { path: url.pathname, search: url.search };
}
