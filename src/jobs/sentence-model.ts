import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { packageFile } from '../package-file.ts';
import { embedWritten, loadOnce } from './load-bundled-model.ts';
import {
  createQuestionMatcher,
  type PreparedQuestion,
  type QuestionMatcher,
} from './question-matcher.ts';
import { createSentenceEncoder, dimensions } from './sentence-encoder.ts';
import { readSentenceWeights } from './sentence-weights.ts';
import type { VectorSource } from './vector-source.ts';

/** Longer texts are cut: what a question asks for is said before that. */
const maxCharacters = 600;

/** What the model was trained with; time grows faster than their number. */
const maxTokens = 128;

/** A batch takes about 150 ms of CPU, so that a run stops in time; of the longest texts, 2 s. */
const textsPerBatch = 4;

/** Of what was read last, about 17 KB each: a question is in several pairs, and reading it again takes 30 ms. */
const maxPreparedBytes = 80 * 1024 * 1024;

export interface SentenceModel {
  /** Reads texts, the beginnings of long ones; what was read last is remembered. */
  prepare(texts: readonly string[]): PreparedQuestion[];
  readonly matcher: QuestionMatcher;
}

/** Loaded once per thread, on first use. */
export const loadSentenceModel = loadOnce(async (core): Promise<SentenceModel> => {
  const [{ Tokenizer }, weights, matcherWeights, tokens] = await Promise.all([
    import('@huggingface/tokenizers'),
    readFile(packageFile('dist/model/weights.bin')),
    readFile(packageFile('dist/model/matcher.bin')),
    readFile(packageFile('dist/model/tokenizer.json'), 'utf8'),
  ]);
  const tokenizer = new Tokenizer(JSON.parse(tokens) as object, {});
  const encode = createSentenceEncoder(core, readSentenceWeights(weights));
  const matcher = createQuestionMatcher(core, readSentenceWeights(matcherWeights));
  const known = new LRUCache<string, PreparedQuestion>({
    maxSize: maxPreparedBytes,
    sizeCalculation: ({ tokens, vector }) => tokens.byteLength + vector.byteLength,
  });
  return {
    prepare(texts) {
      const read = texts.map((text) => text.slice(0, maxCharacters));
      const found = new Map(read.map((text) => [text, known.get(text)]));
      const missing = [...found.keys()].filter((text) => !found.get(text));
      const tokens = missing.map((text) => cut(tokenizer.encode(text).ids));
      const encoded = missing.length > 0 ? encode(tokens) : [];
      for (const [at, text] of missing.entries()) {
        const question = matcher.prepare(encoded[at] ?? lost());
        found.set(text, question);
        known.set(text, question);
      }
      return read.map((text) => found.get(text) ?? lost());
    },
    matcher,
  };
});

/** all-MiniLM-L6-v2 (English, 384 numbers): embeddings without a provider or network. */
export function createSentenceModel(): VectorSource {
  return {
    model: 'bundled:all-minilm-l6-v2',
    textsPerBatch,
    maxConcurrentBatches: 1,
    async fetchVectors(texts) {
      const { prepare } = await loadSentenceModel();
      return embedWritten(texts, { maxCharacters, dimensions }, (read) =>
        prepare(read).map(({ vector }) => vector),
      );
    },
  };
}

/** The last token says that the text ends, and stays. */
function cut(tokens: readonly number[]): readonly number[] {
  return tokens.length > maxTokens
    ? [...tokens.slice(0, maxTokens - 1), ...tokens.slice(-1)]
    : tokens;
}

function lost(): never {
  throw new Error('A text was not read');
}
