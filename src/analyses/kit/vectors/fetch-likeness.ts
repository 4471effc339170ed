import { AnalysisFailure } from '../../analysis-failure.ts';
import { type AnalysisControl, type PairLikeness, throwIfAborted } from '../../analysis-type.ts';
import { compareTexts } from './compare-texts.ts';
import { fetchVectors } from './fetch-vectors.ts';

const pairsPerCall = 64;

export type TextPair = readonly [string, string];

/** How alike pairs of texts are, in their order: undefined of those that no model was asked for. */
export interface FetchedLikeness {
  readonly likeness: readonly (Partial<PairLikeness> | undefined)[];
  /** The number of texts that a model has read. */
  readonly texts: number;
  readonly failure?: string;
}

/**
 * By the model that compares questions or, where embeddings come from an endpoint, by the cosines of those;
 * until it fails, for analyses that can do without.
 */
export async function fetchLikeness(
  pairs: readonly TextPair[],
  control: AnalysisControl,
): Promise<FetchedLikeness> {
  return control.match ? matchPairs(pairs, control, control.match) : embedPairs(pairs, control);
}

async function matchPairs(
  pairs: readonly TextPair[],
  control: AnalysisControl,
  match: NonNullable<AnalysisControl['match']>,
): Promise<FetchedLikeness> {
  const likeness: PairLikeness[] = [];
  const result = () => ({
    likeness,
    texts: new Set(pairs.slice(0, likeness.length).flat()).size,
  });
  try {
    for (let from = 0; from < pairs.length; from += pairsPerCall) {
      throwIfAborted(control);
      likeness.push(...(await match(pairs.slice(from, from + pairsPerCall))));
      control.progress(from / pairs.length);
    }
  } catch (error) {
    if (!(error instanceof AnalysisFailure)) throw error;
    return { ...result(), failure: error.message };
  }
  return result();
}

async function embedPairs(
  pairs: readonly TextPair[],
  control: AnalysisControl,
): Promise<FetchedLikeness> {
  const { vectors, failure } = await fetchVectors([...new Set(pairs.flat())], control);
  const likeness = pairs.map(([one, other]) => {
    const cosine = compareTexts(vectors, one, other);
    return cosine === undefined ? undefined : { cosine };
  });
  return { likeness, texts: vectors.size, ...(failure === undefined ? {} : { failure }) };
}
