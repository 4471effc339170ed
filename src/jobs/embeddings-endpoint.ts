import { setTimeout as sleep } from 'node:timers/promises';
import { AnalysisFailure } from '../analyses/analysis-failure.ts';
import type { Log } from '../log.ts';
import { explainRefusal, InvalidAnswer, readVectors } from './embeddings-answer.ts';
import type { VectorSource } from './vector-source.ts';

export interface EndpointOptions {
  /** The address before `/embeddings`, such as http://127.0.0.1:1234/v1. */
  readonly url: string;
  readonly key?: string | undefined;
  readonly model: string;
  readonly log?: Pick<Log, 'warn'>;
  readonly retries?: Partial<Retries>;
}

export interface Retries {
  /** How often a request is made before it counts as failed. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled for each further one. */
  readonly firstWait: number;
  readonly maxWaitSeconds: number;
  /** Milliseconds until an attempt that got no answer counts as failed. */
  readonly timeout: number;
  readonly wait: (milliseconds: number, abort: AbortSignal) => Promise<void>;
}

const defaultRetries: Retries = {
  attempts: 6,
  firstWait: 500,
  maxWaitSeconds: 60_000,
  timeout: 60_000,
  wait: (milliseconds, abort) => sleep(milliseconds, undefined, { signal: abort }),
};

const textsPerBatch = 64;
/** 64 vectors of 4,096 numbers are 6 MB of JSON. */
const maxResponseBytes = 64 * 2 ** 20;

const advice = 'check EMBEDDINGS_URL, or unset it to use the bundled model';

/** One attempt: vectors, or why not and whether asking again may help. */
type Outcome =
  | { readonly vectors: Float32Array[] }
  | { readonly reason: string; readonly isPermanent: boolean; readonly retryAfterMs?: number };

export function createEmbeddingsEndpoint(options: EndpointOptions): VectorSource {
  const { model, key, log } = options;
  const retries = { ...defaultRetries, ...options.retries };
  const url = new URL(options.url);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`;
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(key ? { Authorization: `Bearer ${key}` } : {}),
  };

  async function attempt(texts: readonly string[], abort: AbortSignal): Promise<Outcome> {
    const timeout = AbortSignal.timeout(retries.timeout);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model, input: texts }),
        // An address that sends elsewhere would be sent the texts, and perhaps the key.
        redirect: 'manual',
        signal: AbortSignal.any([abort, timeout]),
      });
      const body = await readText(response);
      if (response.ok) return { vectors: readVectors(body, texts.length) };
      return toFailure(response, explainRefusal(response.status, body, key));
    } catch (error) {
      if (abort.aborted) throw abort.reason;
      if (error instanceof InvalidAnswer) throw failure('embeddings_invalid', error.message);
      const seconds = retries.timeout / 1000;
      const reason = timeout.aborted
        ? `gave no answer within ${seconds} s`
        : `cannot be reached (${nameOf(error)})`;
      return { reason, isPermanent: false };
    }
  }

  /** The address without its query, which may hold a key. */
  function failure(code: string, reason: string): AnalysisFailure {
    return new AnalysisFailure(
      code,
      `The embeddings endpoint ${url.origin}${url.pathname} ${reason}.`,
    );
  }

  return {
    model,
    textsPerBatch,
    maxConcurrentBatches: 2,
    async fetchVectors(texts, abort) {
      for (let made = 1; ; made += 1) {
        const outcome = await attempt(texts, abort);
        if ('vectors' in outcome) return outcome.vectors;
        const { reason, isPermanent, retryAfterMs } = outcome;
        if (isPermanent) throw failure('embeddings_refused', reason);
        const wait = retryAfterMs ?? retries.firstWait * 2 ** (made - 1);
        if (made === retries.attempts) {
          throw failure('embeddings_unavailable', `${reason}, ${made} times in a row; ${advice}`);
        }
        if (wait > retries.maxWaitSeconds) {
          const seconds = Math.ceil(wait / 1000);
          throw failure(
            'embeddings_unavailable',
            `${reason} and asks to wait ${seconds} s; ${advice}`,
          );
        }
        log?.warn({ reason, attempt: made, wait_ms: wait }, 'Embeddings request retried');
        await retries.wait(wait, abort).catch((error: unknown) => {
          throw abort.aborted ? abort.reason : error;
        });
      }
    },
  };
}

function toFailure({ status, headers }: Response, reason: string): Outcome {
  const isPermanent = status !== 408 && status !== 429 && status < 500;
  const retryAfterMs = readRetryAfter(headers.get('retry-after'));
  return { reason, isPermanent, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** Milliseconds; RFC 9110 lets it be seconds or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxResponseBytes) throw new InvalidAnswer('answered more than 64 MB');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A word such as ECONNREFUSED; never the message, which may quote a header. */
function nameOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const name = cause?.code ?? code;
  return typeof name === 'string' ? name : 'the connection failed';
}
