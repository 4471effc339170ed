import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../domain/errors.ts';
import type { HttpRequest } from './exchange.ts';
import { letOthersRun } from './let-others-run.ts';
import { parseJsonText, parseLargeJson } from './parse-json.ts';

const maxFormFields = 1000;
/** Reading a value of a larger body takes long enough for other requests to notice. */
export const largeBytes = 256 * 1024;

export type BodyFormat = 'json' | 'form';

/** An unparsed body of valid UTF-8. */
export interface RawBody {
  readonly text: string;
  readonly bytes: number;
  readonly format: BodyFormat;
}

export async function readRawBody(
  request: HttpRequest,
  limit: number,
  formats: readonly BodyFormat[] = ['json'],
): Promise<RawBody> {
  const hasType = request.header('content-type') !== null;
  const format = hasType ? chooseFormat(request, formats) : 'json';
  const { text, bytes } = await readText(request, limit);
  // An empty body needs no type: then the body is what is missing.
  if (!hasType && text !== '') chooseFormat(request, formats);
  return { text, bytes, format };
}

/** Parses a body; other requests are served between the parts of a large one. */
export async function parseBody({ text, bytes, format }: RawBody): Promise<unknown> {
  if (format === 'form') return parseForm(text);
  if (bytes <= largeBytes) return parseJson(text, 'The body');
  try {
    return await parseLargeJson(text, letOthersRun);
  } catch (error) {
    throw notJson(text, 'The body', error);
  }
}

function parseForm(text: string): object {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) {
      const shown = JSON.stringify(name.slice(0, 50));
      throw new ServiceError('BAD_REQUEST', `The form field ${shown} is repeated.`);
    }
    fields.set(name, value);
    if (fields.size <= maxFormFields) continue;
    const limit = maxFormFields.toLocaleString('en');
    throw new ServiceError('BAD_REQUEST', `A form may have at most ${limit} fields.`);
  }
  return Object.fromEntries(fields);
}

/** Parses JSON from a client; error messages refer to it by `name`. */
export function parseJson(text: string, name: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    throw notJson(text, name, error);
  }
}

function notJson(text: string, name: string, error: unknown): unknown {
  if (!(error instanceof SyntaxError)) return error;
  const reason = text.trim() === '' ? 'it is empty' : error.message;
  return new ServiceError('BAD_REQUEST', `${name} is not valid JSON: ${reason}.`);
}

function chooseFormat(request: HttpRequest, formats: readonly BodyFormat[]): BodyFormat {
  const encoding = request.header('content-encoding');
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Content-Encoding is not supported. Send the body uncompressed.',
    );
  }
  const [type = '', ...parameters] = (request.header('content-type') ?? '')
    .toLowerCase()
    .split(';');
  const isJson = /^application\/([\w.-]+\+)?json$/.test(type.trim());
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  const isUnicode = !charset || /charset="?utf-?8"?$/.test(charset.trim());
  if (isJson && isUnicode) return 'json';
  const isForm = type.trim() === 'application/x-www-form-urlencoded';
  if (isForm && isUnicode && formats.includes('form')) return 'form';
  throw new ServiceError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Send JSON in UTF-8 with "Content-Type: application/json".',
  );
}

async function readText(
  request: HttpRequest,
  limit: number,
): Promise<{ text: string; bytes: number }> {
  if (Number(request.header('content-length') ?? 0) > limit) throw tooLarge(limit);
  const arrived = request.readArrived();
  if (arrived && arrived.byteLength > limit) throw tooLarge(limit);
  const bytes = arrived ?? (await readBytes(request, limit));
  if (!isUtf8(bytes)) throw new ServiceError('BAD_REQUEST', 'The body is not valid UTF-8.');
  return { text: decoder.decode(bytes), bytes: bytes.byteLength };
}

const decoder = new TextDecoder();

async function readBytes(request: HttpRequest, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const start = performance.now();
  let mark = { size, at: start };
  try {
    for (;;) {
      const end = Math.min(mark.at + maxStallMs, start + maxBodyMs);
      const chunk = await withTimeout(request.readChunk(), end - performance.now());
      if (!chunk) return Buffer.concat(chunks);
      size += chunk.byteLength;
      // Counted as it arrives: a chunked body does not announce its length.
      if (size > limit) throw tooLarge(limit, { Connection: 'close' });
      chunks.push(chunk);
      if (size - mark.size >= minProgressBytes) mark = { size, at: performance.now() };
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('BAD_REQUEST', 'The body ended unexpectedly.', { cause: error });
  }
}

/** A client that sends less of its body than this in that time is not waited for. */
const minProgressBytes = 16 * 1024;
const maxStallMs = 10_000;
/** For all of it. */
const maxBodyMs = 60_000;

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const onTimeout = () =>
      reject(
        new ServiceError('REQUEST_TIMEOUT', 'The body did not arrive in time.', {
          headers: { Connection: 'close' },
        }),
      );
    timer = setTimeout(onTimeout, milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A body that does not announce its length may go on for ever: then the connection cannot be kept. */
function tooLarge(limit: number, headers: Record<string, string> = {}): ServiceError {
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `The body may have at most ${limit.toLocaleString('en')} bytes. Split it into smaller requests.`,
    { headers },
  );
}
