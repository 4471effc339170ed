import type { Download } from '../../schema/context.ts';
import type { HttpResponse } from '../exchange.ts';
import type { ResponseBody } from './row.ts';

/** A client that reads nothing for so long loses its connection. */
const maxStallMs = 30_000;
const chunkLength = 64 * 1024;

/** A file as a response that is sent while it is read. */
export function downloadResponse(
  { format, name = 'questions', headers, chunks }: Download,
  { losses }: ResponseBody,
): HttpResponse {
  const isText = format.reader.kind === 'text';
  const lost = losses?.map(({ field, rows }: ResponseBody) => `${field}=${rows}`).join(', ');
  return {
    status: 200,
    headers: {
      'content-type': isText ? `${format.mediaType}; charset=utf-8` : format.mediaType,
      'content-disposition': `attachment; filename="${name}.${format.extension}"`,
      'cache-control': 'no-store',
      ...(lost !== undefined && { 'export-loss': lost }),
      ...headers,
    },
    body: unlessStalled(inBuffers(chunks)),
  };
}

async function* inBuffers(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') {
      yield chunk;
      continue;
    }
    text += chunk;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Frees the connection to the database; the response breaks off, so that nobody takes it for complete. */
export function unlessStalled(chunks: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  let isStalled = false;
  const stop = () => {
    isStalled = true;
    void chunks.return(undefined);
  };
  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      clearTimeout(timer);
      if (isStalled) throw new Error('The client has read nothing for too long');
      const next = await chunks.next();
      if (!next.done) timer = setTimeout(stop, maxStallMs).unref();
      return next;
    },
    async return() {
      clearTimeout(timer);
      return chunks.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
