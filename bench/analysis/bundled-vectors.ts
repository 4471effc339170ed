import type { BundledModel } from '../../src/analyses/analysis-type.ts';
import { createSentenceModel } from '../../src/jobs/sentence-model.ts';
import { createSubjectModel } from '../../src/jobs/subject-model.ts';

/** Vectors of a bundled model, computed once for each text, as the service caches them. */
export const embedByModel = createEmbed('subjects');
export const embedSentences = createEmbed('sentences');

function createEmbed(name: BundledModel) {
  const model = name === 'subjects' ? createSubjectModel() : createSentenceModel();
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
