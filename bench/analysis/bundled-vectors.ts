import type { Matcher } from '../../src/analyses/analysis-type.ts';
import { createPairModel, joinPair } from '../../src/jobs/pair-model.ts';
import { createSentenceModel } from '../../src/jobs/sentence-model.ts';
import { createSubjectModel } from '../../src/jobs/subject-model.ts';
import type { VectorSource } from '../../src/jobs/vector-source.ts';

/** Vectors of a bundled model, computed once for each text, as the service caches them. */
export const embedByModel = createEmbed(createSubjectModel());
export const embedSentences = createEmbed(createSentenceModel());

const embedPairs = createEmbed(createPairModel());

/** How alike questions are, by the bundled model that compares them. */
export const matchQuestions: Matcher = async (pairs) => {
  const vectors = await embedPairs(pairs.map(([one, other]) => joinPair(one, other)));
  return vectors.map(([match = 0, cosine = 0]) => ({ match, cosine }));
};

function createEmbed(model: VectorSource) {
  const known = new Map<string, Float32Array>();
  return async (texts: readonly string[]): Promise<Float32Array[]> => {
    const missing = [...new Set(texts)].filter((text) => !known.has(text));
    for (let from = 0; from < missing.length; from += model.textsPerBatch) {
      const batch = missing.slice(from, from + model.textsPerBatch);
      const vectors = await model.fetchVectors(batch, AbortSignal.timeout(600_000));
      for (const [at, vector] of vectors.entries()) known.set(batch[at] ?? '', vector);
    }
    return texts.map((text) => known.get(text) ?? new Float32Array(0));
  };
}
