import { Readable } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import { ServiceError } from '../../domain/errors.ts';
import type { HttpRequest } from '../exchange.ts';

/** A client that sends less of its file than this in that time is not waited for. */
const minProgressBytes = 16 * 1024;
const maxStallMs = 25_000;

/** The file that is the body of a request, or the part `file` of a form. Read as it arrives. */
export function readUpload(request: HttpRequest, limit: number): AsyncIterable<Uint8Array> {
  const type = request.header('content-type') ?? '';
  const encoding = request.header('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Content-Encoding is not supported. Send the file uncompressed.',
    );
  }
  if (Number(request.header('content-length') ?? 0) > limit) throw tooLarge(limit);
  const chunks = readChunks(request, limit);
  return /^multipart\/form-data\b/i.test(type) ? readFilePart(chunks, type) : chunks;
}

async function* readChunks(request: HttpRequest, limit: number): AsyncGenerator<Uint8Array> {
  const arrived = request.readArrived();
  if (arrived) {
    if (arrived.byteLength > limit) throw tooLarge(limit);
    yield arrived;
    return;
  }
  let size = 0;
  let mark = { size, at: performance.now() };
  for (;;) {
    const chunk = await nextChunk(request, mark.at + maxStallMs - performance.now());
    if (!chunk) return;
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    if (size - mark.size >= minProgressBytes) mark = { size, at: performance.now() };
    const given = performance.now();
    yield chunk;
    // The time that its rows take is ours, not the client's.
    mark = { ...mark, at: mark.at + performance.now() - given };
  }
}

/**
 * Reads the rest of a file that was refused on the way, and discards it: many clients read the response
 * only after they have sent everything, and a connection that is closed would take it from them.
 */
export async function discardUpload(request: HttpRequest, limit: number): Promise<void> {
  let size = 0;
  while (size < limit) {
    const chunk = await nextChunk(request, maxStallMs).catch(() => undefined);
    if (!chunk) return;
    size += chunk.byteLength;
  }
}

async function nextChunk(
  request: HttpRequest,
  milliseconds: number,
): Promise<Uint8Array | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new ServiceError('REQUEST_TIMEOUT', 'The file did not arrive in time.', {
      headers: { Connection: 'close' },
    });
    timer = setTimeout(() => reject(error), milliseconds);
  });
  try {
    return await Promise.race([request.readChunk(), late]);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('BAD_REQUEST', 'The body ended unexpectedly.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function* readFilePart(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
): AsyncGenerator<Uint8Array> {
  const form = await createForm(type);
  const source = Readable.from(chunks);
  const found = new Promise<Readable | undefined>((resolve, reject) => {
    form.on('file', (name, part) => {
      if (name === 'file') resolve(part);
      else part.resume();
    });
    form.on('finish', () => resolve(undefined));
    form.on('error', (error) => reject(badForm(error)));
    source.on('error', reject);
  });
  source.pipe(form);
  const part = await found;
  if (!part) throw badForm(undefined);
  source.on('error', (error) => part.destroy(error));
  yield* part;
}

async function createForm(type: string): Promise<BusboyInstance> {
  // On demand: few send forms, and everyone would wait for it at the start.
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: { files: 10, fields: 100 } });
  } catch (error) {
    throw badForm(error);
  }
}

function badForm(cause: unknown): ServiceError {
  return new ServiceError('BAD_REQUEST', 'The form needs a part "file" with the file.', { cause });
}

function tooLarge(limit: number): ServiceError {
  const size = limit.toLocaleString('en');
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `The file may have at most ${size} bytes (IMPORT_LIMIT). Split it, or import it on the command line.`,
    { headers: { Connection: 'close' } },
  );
}
