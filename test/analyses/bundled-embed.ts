import { createSubjectModel } from '../../src/jobs/subject-model.ts';

/** Embeddings of the bundled model, each text once. */
export function createEmbed() {
  const model = createSubjectModel();
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
