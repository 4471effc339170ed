import { AnalysisFailure } from '../../analysis-failure.ts';
import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { createVectorTable, type VectorTable, type VectorTableBuilder } from './vector-table.ts';

/** More than common models return; bounds the memory. */
export const maxDimensions = 4096;

const batchSize = 256;

type Embed = NonNullable<AnalysisControl['embed']>;

/** Requests the embeddings in batches. */
export async function embedTexts(
  texts: readonly string[],
  embed: Embed,
  control: AnalysisControl,
): Promise<VectorTable> {
  let table: VectorTableBuilder | undefined;
  let dimensions = 0;
  for (let from = 0; from < texts.length; from += batchSize) {
    const slice = texts.slice(from, from + batchSize);
    const vectors = await embed(slice);
    throwIfAborted(control);
    if (!table) {
      dimensions = checkedLength(vectors[0]);
      table = createVectorTable(texts.length, dimensions);
    }
    if (vectors.length !== slice.length || vectors.some(({ length }) => length !== dimensions)) {
      throw new Error('The provider must return one embedding per text, all of the same length.');
    }
    for (const [index, vector] of vectors.entries()) table.set(from + index, vector);
    control.progress((from + slice.length) / texts.length);
  }
  if (!table) throw new Error('There are no texts to embed.');
  return table.read();
}

function checkedLength(vector: Float32Array | undefined): number {
  const length = vector?.length ?? 0;
  if (length > 0 && length <= maxDimensions) return length;
  throw new AnalysisFailure(
    'embeddings_invalid',
    `The embeddings have ${length} dimensions; 1 to ${maxDimensions} are supported.`,
  );
}
