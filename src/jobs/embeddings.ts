import { AnalysisFailure } from '../analyses/analysis-failure.ts';
import { AnalysisCancelled, type BundledModel, type Matcher } from '../analyses/analysis-type.ts';
import type { Config } from '../config.ts';
import { createEmbeddingsCache, type QueryClient } from '../db/embeddings-cache.ts';
import type { Log } from '../log.ts';
import { createEmbeddingsEndpoint, type EndpointOptions } from './embeddings-endpoint.ts';
import { createPairModel, joinPair } from './pair-model.ts';
import { createSentenceModel } from './sentence-model.ts';
import { createSubjectModel } from './subject-model.ts';
import type { VectorSource } from './vector-source.ts';

/** Where embeddings come from: plain data, so that it can be handed to a thread. */
export type EmbeddingsProvider =
  | Pick<EndpointOptions, 'url' | 'key' | 'model'>
  | { readonly isBundled: true };

/** The endpoint that is set, otherwise the bundled models. */
export function embeddingsProvider(
  config: Pick<Config, 'embeddingsUrl' | 'embeddingsKey' | 'embeddingsModel'>,
): EmbeddingsProvider {
  const { embeddingsUrl: url, embeddingsKey: key, embeddingsModel: model } = config;
  return url && model ? { url, key, model } : { isBundled: true };
}

interface CacheOptions {
  /** Holds the cache; not in a read-only transaction, since vectors are saved at once. */
  readonly client: QueryClient;
  /** Which of them where no endpoint is set; `subjects` by default. */
  readonly bundledModel?: BundledModel | 'pairs' | undefined;
  /** Polled while the endpoint is waited for, since an AbortSignal's event cannot cross threads. */
  readonly signal?: { readonly aborted: boolean };
  readonly log?: Pick<Log, 'warn'>;
}

export type EmbedderOptions = CacheOptions &
  Pick<EndpointOptions, 'retries'> &
  (EndpointOptions | { readonly isBundled: true });

export type Embedder = (texts: readonly string[]) => Promise<Float32Array[]>;

const pollIntervalMs = 50;

const bundledModels: Record<BundledModel | 'pairs', () => VectorSource> = {
  subjects: createSubjectModel,
  sentences: createSentenceModel,
  pairs: createPairModel,
};

/** How alike questions are, by the bundled model that compares them; each pair is computed once. */
export function createMatcher(options: CacheOptions): Matcher {
  const embed = createEmbedder({ ...options, isBundled: true, bundledModel: 'pairs' });
  return async (pairs) => {
    const vectors = await embed(pairs.map(([one, other]) => joinPair(one, other)));
    return vectors.map(([match = 0, cosine = 0]) => ({ match, cosine }));
  };
}

/**
 * The vectors of texts, by a bundled model or any endpoint that speaks OpenAI's protocol for
 * embeddings. Each text is requested once: its vector is stored in the database by the hash of the
 * text, unless it is zero, which may be a fault of the provider.
 */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const { client, bundledModel = 'subjects', signal = { aborted: false } } = options;
  const source =
    'url' in options ? createEmbeddingsEndpoint(options) : bundledModels[bundledModel]();
  const { model, textsPerBatch, maxConcurrentBatches } = source;
  const cache = createEmbeddingsCache(client, model);
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
    const vectors = await source.fetchVectors(texts, abort);
    await requireLength(vectors[0]?.length ?? 0, true);
    const saved = vectors.flatMap((vector, at) => (isZero(vector) ? [] : [at]));
    if (saved.length > 0) {
      await cache.save(
        saved.map((at) => texts[at] ?? ''),
        saved.map((at) => vectors[at] ?? missingVector()),
      );
    }
    return vectors;
  }

  async function fetchAll(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    let next = 0;
    await stopWith(signal, async (abort) => {
      const work = async () => {
        while (next < texts.length) {
          // A busy thread has no turn for the timer that watches the signal.
          if (signal.aborted) throw new AnalysisCancelled();
          const from = next;
          next += textsPerBatch;
          const batch = await fetchBatch(texts.slice(from, next), abort);
          for (const [index, vector] of batch.entries()) vectors[from + index] = vector;
        }
      };
      await Promise.all(Array.from({ length: maxConcurrentBatches }, work));
    });
    return vectors;
  }

  return async (texts) => {
    if (signal.aborted) throw new AnalysisCancelled();
    const distinct = [...new Set(texts)];
    const known = await cache.read(distinct);
    for (const { length } of known.values()) await requireLength(length, false);
    const missing = distinct.filter((text) => isMissing(known.get(text)));
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
      // Reading it also fails when memory ran out.
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

/** Earlier versions saved zero vectors too. */
function isMissing(vector: Float32Array | undefined): boolean {
  return vector === undefined || isZero(vector);
}

function isZero(vector: Float32Array): boolean {
  return vector.every((part) => part === 0);
}

function missingVector(): never {
  throw new Error('A text has no vector');
}
