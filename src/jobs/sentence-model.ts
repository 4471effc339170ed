import { readFile } from 'node:fs/promises';
import { packageFile } from '../package-file.ts';
import { embedWritten, loadOnce } from './load-bundled-model.ts';
import { createSentenceEncoder, dimensions } from './sentence-encoder.ts';
import { readSentenceWeights } from './sentence-weights.ts';
import type { VectorSource } from './vector-source.ts';

/** Longer texts are cut: what a question asks for is said before that. */
const maxCharacters = 600;

/** What the model was trained with; time grows faster than their number. */
const maxTokens = 128;

/** A batch takes about 150 ms of CPU, so that a run stops in time; of the longest texts, 2 s. */
const textsPerBatch = 4;

/** Loaded once per thread, on first use. */
const loadModel = loadOnce(async (core) => {
  const [{ Tokenizer }, weights, tokens] = await Promise.all([
    import('@huggingface/tokenizers'),
    readFile(packageFile('dist/model/weights.bin')),
    readFile(packageFile('dist/model/tokenizer.json'), 'utf8'),
  ]);
  const tokenizer = new Tokenizer(JSON.parse(tokens) as object, {});
  const encode = createSentenceEncoder(core, readSentenceWeights(weights));
  return (texts: string[]) => encode(texts.map((text) => cut(tokenizer.encode(text).ids)));
});

/** all-MiniLM-L6-v2 (English, 384 numbers): embeddings without a provider or network. */
export function createSentenceModel(): VectorSource {
  return {
    model: 'bundled:all-minilm-l6-v2',
    textsPerBatch,
    maxConcurrentBatches: 1,
    async fetchVectors(texts) {
      const embed = await loadModel();
      return embedWritten(texts, { maxCharacters, dimensions }, embed);
    },
  };
}

/** The last token says that the text ends, and stays. */
function cut(tokens: readonly number[]): readonly number[] {
  return tokens.length > maxTokens
    ? [...tokens.slice(0, maxTokens - 1), ...tokens.slice(-1)]
    : tokens;
}
