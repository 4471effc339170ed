/** An answer that is not what the protocol says. The message goes on after the endpoint's address. */
export class InvalidAnswer extends Error {}

/** The vectors of an answer in the order of the texts; throws unless it is one for each of them. */
export function readVectors(body: string, count: number): Float32Array[] {
  const { data } = parse(body);
  if (!Array.isArray(data)) throw new InvalidAnswer('answered without a list of data');
  if (data.length !== count) {
    throw new InvalidAnswer(`answered ${data.length} vectors for ${count} texts`);
  }
  const vectors: Float32Array[] = [];
  for (const [position, item] of data.entries()) {
    const { index = position, embedding } = (item ?? {}) as {
      index?: unknown;
      embedding?: unknown;
    };
    if (!Number.isInteger(index) || Number(index) < 0 || Number(index) >= count) {
      throw new InvalidAnswer('answered a vector of a text that was not sent');
    }
    if (vectors[Number(index)]) throw new InvalidAnswer('answered two vectors of one text');
    vectors[Number(index)] = toVector(embedding);
  }
  if (vectors.some(({ length }) => length !== vectors[0]?.length)) {
    throw new InvalidAnswer('answered vectors of different lengths');
  }
  return vectors;
}

function parse(body: string): { data?: unknown } {
  try {
    return (JSON.parse(body) ?? {}) as { data?: unknown };
  } catch {
    throw new InvalidAnswer('answered something that is not JSON');
  }
}

function toVector(embedding: unknown): Float32Array {
  if (!Array.isArray(embedding) || embedding.length === 0) {
    throw new InvalidAnswer('answered a vector that is not a list of numbers');
  }
  const isNumber = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(Math.fround(value));
  if (!embedding.every(isNumber)) {
    throw new InvalidAnswer('answered a vector with something in it that is not a finite number');
  }
  return Float32Array.from(embedding as number[]);
}

/**
 * What a refusal says, in a few words. Providers quote part of a key they refuse, so nothing is
 * repeated of an answer about the key, and the key itself never.
 */
export function explainRefusal(status: number, body: string, key: string | undefined): string {
  if (status === 401 || status === 403) {
    return `answered ${status}; check EMBEDDINGS_KEY`;
  }
  const said = status < 500 ? messageOf(body) : '';
  const safe = (key ? said.replaceAll(key, '[hidden]') : said).slice(0, 200);
  const hint = status === 404 ? '; check EMBEDDINGS_URL and EMBEDDINGS_MODEL' : '';
  return `answered ${status}${safe === '' ? '' : ` (${safe})`}${hint}`;
}

function messageOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: unknown } | string };
    const message = typeof error === 'string' ? error : error?.message;
    return typeof message === 'string'
      ? message.replace(/\s+/g, ' ').replace(/\.$/, '').trim()
      : '';
  } catch {
    return '';
  }
}
