import { cosineOf, type PreparedQuestion } from './question-matcher.ts';
import { loadSentenceModel } from './sentence-model.ts';
import type { VectorSource } from './vector-source.ts';

/** Most of the time is for questions that are not known yet: a batch takes half a second at most. */
const pairsPerBatch = 8;

/** No question has it: texts with U+0000 are rejected. */
const separator = '\u0000';

/** A pair as one text, the same whichever question is the first. */
export function joinPair(one: string, other: string): string {
  return one < other ? one + separator + other : other + separator + one;
}

/**
 * How alike two questions are, as a vector of two numbers: the logarithm of the odds that they ask
 * the same, and the cosine of their sentences. A source of vectors, so that a pair is computed once
 * and then cached like a text.
 */
export function createPairModel(): VectorSource {
  return {
    model: 'bundled:question-matcher-3',
    textsPerBatch: pairsPerBatch,
    maxConcurrentBatches: 1,
    async fetchVectors(texts) {
      const { prepare, matcher } = await loadSentenceModel();
      const questions = prepare(texts.flatMap((text) => text.split(separator)));
      const pairs = texts.map((_, at) => [questions[2 * at], questions[2 * at + 1]] as const);
      const read = pairs.filter((pair): pair is [PreparedQuestion, PreparedQuestion] =>
        pair.every((question) => question !== undefined),
      );
      const scores = matcher.match(read);
      return read.map(([one, other], at) => Float32Array.of(scores[at] ?? 0, cosineOf(one, other)));
    },
  };
}
