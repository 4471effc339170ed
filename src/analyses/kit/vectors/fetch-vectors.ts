import { AnalysisFailure } from '../../analysis-failure.ts';
import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';

const textsPerCall = 64;

/** The embedding of each text. */
export type Vectors = ReadonlyMap<string, Float32Array>;

/** The vectors of the texts, or those until the provider failed: for analyses that can do without. */
export async function fetchVectors(
  texts: readonly string[],
  control: AnalysisControl,
): Promise<{ vectors: Vectors; failure?: string }> {
  const vectors = new Map<string, Float32Array>();
  if (!control.embed) return { vectors };
  try {
    for (let from = 0; from < texts.length; from += textsPerCall) {
      throwIfAborted(control);
      const slice = texts.slice(from, from + textsPerCall);
      for (const [at, vector] of (await control.embed(slice)).entries()) {
        vectors.set(slice[at] ?? '', vector);
      }
      control.progress(from / texts.length);
    }
  } catch (error) {
    if (!(error instanceof AnalysisFailure)) throw error;
    return { vectors, failure: error.message };
  }
  return { vectors };
}
