import { Readable } from 'node:stream';
import { type CompleteResponse, type HttpRequest, splitTarget } from './exchange.ts';

/** A fetch Request as the service reads it: for calls without a network. */
export function fromFetchRequest(request: Request): HttpRequest {
  const { method, headers, signal } = request;
  const { pathname, search } = new URL(request.url);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return {
    method,
    ...splitTarget(pathname + search),
    header: (name) => headers.get(name),
    isRepeated: () => false,
    readArrived: () => undefined,
    async readChunk() {
      reader ??= request.body?.getReader();
      return (await reader?.read())?.value;
    },
    remoteAddress: undefined,
    get isAborted() {
      return signal.aborted;
    },
    onAbort(callback) {
      if (signal.aborted) callback();
      signal.addEventListener('abort', callback);
      return () => signal.removeEventListener('abort', callback);
    },
  };
}

export function toFetchResponse(response: CompleteResponse): Response {
  const { status, body } = response;
  const list = [...response.headers, ...response.shared.list];
  const isStream = body !== null && typeof body === 'object' && Symbol.asyncIterator in body;
  const content = isStream ? Readable.toWeb(Readable.from(body)) : body;
  const headers = new Headers();
  for (let at = 0; at < list.length; at += 2) {
    headers.append(list[at] as string, list[at + 1] as string);
  }
  return new Response(content as BodyInit | null, { status, headers });
}
