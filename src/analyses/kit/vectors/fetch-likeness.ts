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
  const likeness: (PairLikeness | undefined)[] = pairs.map(() => undefined);
  const texts = new Set<string>();
  const order = orderByText(pairs);
  try {
    for (let from = 0; from < order.length; from += pairsPerCall) {
      throwIfAborted(control);
      const part = order.slice(from, from + pairsPerCall);
      const asked = part.flatMap((at) => pairs.slice(at, at + 1));
      for (const [index, each] of (await match(asked)).entries()) {
        likeness[part[index] ?? 0] = each;
      }
      for (const text of asked.flat()) texts.add(text);
      control.progress(from / order.length);
    }
  } catch (error) {
    if (!(error instanceof AnalysisFailure)) throw error;
    return { likeness, texts: texts.size, failure: error.message };
  }
  return { likeness, texts: texts.size };
}

/**
 * The pairs of a text, then those of the texts it is paired with: a model remembers what it read last, and
 * reading a text takes longer than comparing it.
 */
function orderByText(pairs: readonly TextPair[]): number[] {
  const pairsOf = new Map<string, number[]>();
  for (const [at, pair] of pairs.entries()) {
    for (const text of pair) {
      const known = pairsOf.get(text);
      if (known) known.push(at);
      else pairsOf.set(text, [at]);
    }
  }
  const order = new Set<number>();
  const texts = new Set<string>();
  for (const [first] of pairs) {
    texts.add(first);
    // A set is iterated over what is added meanwhile, too.
    for (const text of texts) {
      for (const at of pairsOf.get(text) ?? []) {
        order.add(at);
        for (const other of pairs[at] ?? []) texts.add(other);
      }
      pairsOf.delete(text);
    }
    texts.clear();
  }
  return [...order];
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
