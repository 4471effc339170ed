import { createSentenceModel } from '../../src/jobs/sentence-model.ts';
import { createSubjectModel } from '../../src/jobs/subject-model.ts';
import type { VectorSource } from '../../src/jobs/vector-source.ts';

/** Embeddings of a bundled model, each text once. */
export const createEmbed = () => embedOnce(createSubjectModel());
export const createSentenceEmbed = () => embedOnce(createSentenceModel());

function embedOnce(model: VectorSource) {
  const known = new Map<string, Float32Array>();
  const embed = async (texts: readonly string[]) => {
    const missing = texts.filter((text) => !known.has(text));
    for (let from = 0; from < missing.length; from += model.textsPerBatch) {
      const batch = missing.slice(from, from + model.textsPerBatch);
      const vectors = await model.fetchVectors(batch, new AbortController().signal);
      for (const [at, text] of batch.entries())
        known.set(text, vectors[at] ?? new Float32Array(512));
    }
    return texts.map((text) => known.get(text) ?? new Float32Array(512));
  };
  return { embed, known };
}
