import { AnalysisFailure } from '../analyses/analysis-failure.ts';
import { AnalysisCancelled } from '../analyses/analysis-type.ts';
import type { Config } from '../config.ts';
import { createEmbeddingsCache, type QueryClient } from '../db/embeddings-cache.ts';
import type { Log } from '../log.ts';
import { createEmbeddingsEndpoint, type EndpointOptions } from './embeddings-endpoint.ts';

/** Where embeddings come from: plain data, so that it can be handed to a thread. */
export type EmbeddingsProvider = Pick<EndpointOptions, 'url' | 'key' | 'model'>;

/** Undefined when none is set; what needs embeddings is then unavailable. */
export function embeddingsProvider(
  config: Pick<Config, 'embeddingsUrl' | 'embeddingsKey' | 'embeddingsModel'>,
): EmbeddingsProvider | undefined {
  const { embeddingsUrl: url, embeddingsKey: key, embeddingsModel: model } = config;
  return url && model ? { url, key, model } : undefined;
}

export interface EmbedderOptions extends EndpointOptions {
  /** Holds the cache; not in a read-only transaction, since vectors are saved at once. */
  readonly client: QueryClient;
  /** Polled while the endpoint is waited for, since an AbortSignal's event cannot cross threads. */
  readonly signal?: { readonly aborted: boolean };
  readonly log?: Pick<Log, 'warn'>;
}

export type Embedder = (texts: readonly string[]) => Promise<Float32Array[]>;

const textsPerRequest = 64;
const maxConcurrentRequests = 2;
const pollIntervalMs = 50;

/**
 * The vectors of texts, by any endpoint that speaks OpenAI's protocol for embeddings. Each text is
 * requested once: its vector is stored in the database by the hash of the text.
 */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const { model, client, signal = { aborted: false } } = options;
  const cache = createEmbeddingsCache(client, model);
  const endpoint = createEmbeddingsEndpoint(options);
  let dimensions = 0;

  /** Vectors of another length cannot be compared with these: the model is not what it was. */
  async function requireLength(length: number, isFresh: boolean): Promise<void> {
    dimensions ||= length;
    if (dimensions === length) return;
    await cache.dropOthers(isFresh ? length : dimensions);
    throw new AnalysisFailure(
      'embeddings_changed',
      `The model ${model} gave vectors of ${dimensions} numbers and of ${length}. ` +
        'Those of the older length are dropped from the cache; run the analysis again.',
    );
  }

  async function fetchBatch(texts: readonly string[], abort: AbortSignal) {
    const vectors = await endpoint.fetchVectors(texts, abort);
    await requireLength(vectors[0]?.length ?? 0, true);
    await cache.save(texts, vectors);
    return vectors;
  }

  async function fetchAll(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    let next = 0;
    await stopWith(signal, async (abort) => {
      const work = async () => {
        while (next < texts.length) {
          const from = next;
          next += textsPerRequest;
          const batch = await fetchBatch(texts.slice(from, next), abort);
          for (const [index, vector] of batch.entries()) vectors[from + index] = vector;
        }
      };
      await Promise.all(Array.from({ length: maxConcurrentRequests }, work));
    });
    return vectors;
  }

  return async (texts) => {
    if (signal.aborted) throw new AnalysisCancelled();
    const distinct = [...new Set(texts)];
    const known = await cache.read(distinct);
    for (const { length } of known.values()) await requireLength(length, false);
    const missing = distinct.filter((text) => !known.has(text));
    for (const [index, vector] of (await fetchAll(missing)).entries()) {
      known.set(missing[index] ?? '', vector);
    }
    return texts.map((text) => known.get(text) ?? missingVector());
  };
}

/** Ends the work when the flag says so, or when part of it fails: no request outlives the call. */
async function stopWith(
  signal: { readonly aborted: boolean },
  work: (abort: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const poll = setInterval(() => {
    try {
      if (signal.aborted) controller.abort(new AnalysisCancelled());
    } catch (error) {
      // Asking also tells that memory ran out.
      controller.abort(error);
    }
  }, pollIntervalMs);
  try {
    await work(controller.signal);
  } finally {
    clearInterval(poll);
    controller.abort();
  }
}

function missingVector(): never {
  throw new Error('A text has no vector');
}
