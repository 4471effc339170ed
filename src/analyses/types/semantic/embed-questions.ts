import { AnalysisFailure } from '../../analysis-failure.ts';
import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { createVectorTable, type VectorTable, type VectorTableBuilder } from './vector-table.ts';

/** The longest vectors that models in use give; what memory is bounded by. */
export const maxDimensions = 4096;

const textsAtOnce = 256;

type Embed = NonNullable<AnalysisControl['embed']>;

/** Asks for the vector of each text, some texts at a time. */
export async function embedTexts(
  texts: readonly string[],
  embed: Embed,
  control: AnalysisControl,
): Promise<VectorTable> {
  let table: VectorTableBuilder | undefined;
  let dimensions = 0;
  for (let from = 0; from < texts.length; from += textsAtOnce) {
    const slice = texts.slice(from, from + textsAtOnce);
    const vectors = await embed(slice);
    throwIfAborted(control);
    if (!table) {
      dimensions = checkedLength(vectors[0]);
      table = createVectorTable(texts.length, dimensions);
    }
    if (vectors.length !== slice.length || vectors.some(({ length }) => length !== dimensions)) {
      throw new Error('The embeddings are not one for each text, all of one length.');
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
    `The model's vectors have ${length} numbers; 1 to ${maxDimensions} can be compared.`,
  );
}
