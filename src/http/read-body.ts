import { brokenRules, ServiceError } from '../domain/errors.ts';

const deepestJson = 32;

/** Reads a JSON body: at most `limit` bytes, valid UTF-8, not too deep. */
export async function readJsonBody(request: Request, limit: number): Promise<unknown> {
  const hasType = request.headers.has('content-type');
  if (hasType) requireJson(request);
  const text = await readText(request, limit);
  // Nothing needs no type: what is missing then is the body.
  if (!hasType && text !== '') requireJson(request);
  return parseJson(text, 'The body');
}

/** JSON from outside, called by `name` in what is said of it when it cannot be read. */
export function parseJson(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = text.trim() === '' ? 'it is empty' : (error as SyntaxError).message;
    throw new ServiceError('BAD_REQUEST', `${name} is not JSON: ${reason}.`);
  }
  refuseDepth(value, []);
  return value;
}

function requireJson({ headers }: Request): void {
  const encoding = headers.get('content-encoding');
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.');
  }
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const isJson = /^application\/([\w.-]+\+)?json$/.test(type.trim());
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  const isUtf8 = !charset || /charset="?utf-?8"?$/.test(charset.trim());
  if (isJson && isUtf8) return;
  throw new ServiceError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Send JSON in UTF-8 with Content-Type: application/json.',
  );
}

async function readText(request: Request, limit: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const bytes = await readBytes(request, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The body is not valid UTF-8.');
  }
}

async function readBytes({ body }: Request, limit: number): Promise<Buffer> {
  if (!body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not `for await`: leaving such a loop early closes the connection, and with it the way to answer.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      // The length is counted as it arrives: a chunked body does not announce it.
      if (size > limit) throw tooLarge(limit);
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('BAD_REQUEST', 'The body broke off.', { cause: error });
  } finally {
    reader.releaseLock();
  }
}

/** A client that sends nothing for this long while it owes a body is not waited for. */
const longestPause = 10_000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = () =>
      reject(new ServiceError('REQUEST_TIMEOUT', 'The body did not arrive in time.'));
    timer = setTimeout(refuse, longestPause);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `The body may have at most ${limit.toLocaleString('en')} bytes. Send it in smaller parts.`,
  );
}

function refuseDepth(value: unknown, path: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= deepestJson) {
    const detail = `JSON may be nested ${deepestJson} deep; this goes deeper.`;
    throw brokenRules('BAD_USER_INPUT', [{ path: [...path], code: 'too_deep', detail }]);
  }
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    if (typeof item !== 'object' || item === null) continue;
    path.push(key);
    refuseDepth(item, path);
    path.pop();
  }
}
