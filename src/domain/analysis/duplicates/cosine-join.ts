import { type AnalysisControl, throwIfAborted } from '../analysis-type.ts';
import type { Scope } from './scope.ts';
import { cosineOf, type WordVectors, weightAt, wordAt } from './word-vectors.ts';

const stemsBetweenPolls = 64;
const slack = 1e-9;

/** Told of each pair of stems that are alike by their words, once. */
export type CosineVisitor = (one: number, other: number, cosine: number) => void;

/**
 * Finds the pairs of stems, one of them chosen, whose cosine is at least `threshold`. The rarest
 * word they share stands among the first of each, those without which the rest of the vector is
 * shorter than the threshold (the bound of Anastasiu and Karypis 2014). Words with which more than
 * `mostHolders` vectors begin are passed over; says whether there were none.
 */
export function joinByCosine(
  vectors: WordVectors,
  threshold: number,
  scope: Scope,
  mostHolders: number,
  control: AnalysisControl,
  visit: CosineVisitor,
): { isWhole: boolean } {
  const { count, starts } = vectors;
  const prefixes = measurePrefixes(vectors, threshold);
  const index = indexPrefixes(vectors, prefixes, scope);
  const met = new Int32Array(count).fill(-1);
  let isWhole = true;
  for (let stem = 0; stem < count; stem += 1) {
    if (stem % stemsBetweenPolls === 0) {
      throwIfAborted(control);
      control.progress(stem / count);
    }
    // Of two chosen stems the later looks for the earlier; others look for any chosen one.
    const last = scope.isChosen(stem) ? stem : count;
    const from = starts[stem] ?? 0;
    let rest = 1;
    for (let at = from; at < from + (prefixes[stem] ?? 0); at += 1) {
      const word = wordAt(vectors, at);
      const weight = weightAt(vectors, at) / (vectors.lengths[stem] ?? 1);
      rest = Math.max(0, rest - weight * weight);
      const restLength = Math.sqrt(rest);
      const end = index.starts[word + 1] ?? 0;
      let place = index.starts[word] ?? 0;
      if (end - place > mostHolders) {
        isWhole = false;
        continue;
      }
      for (; place < end; place += 1) {
        const other = index.stems[place] ?? 0;
        if (other >= last) break;
        // They share no word before this one, and of what follows no more than its lengths allow.
        const most = weight * (index.weights[place] ?? 0) + restLength * (index.rests[place] ?? 0);
        if (most < threshold - slack || met[other] === stem) continue;
        met[other] = stem;
        const cosine = cosineOf(vectors, stem, other);
        if (cosine >= threshold - slack) visit(stem, other, cosine);
      }
    }
  }
  control.progress(1);
  return { isWhole };
}

/** Of each vector, how many of its rarest words may not all be missing in one that is alike. */
function measurePrefixes(vectors: WordVectors, threshold: number): Int32Array {
  const { count, starts, lengths } = vectors;
  const prefixes = new Int32Array(count);
  for (let stem = 0; stem < count; stem += 1) {
    const from = starts[stem] ?? 0;
    const least = (threshold * (lengths[stem] ?? 0)) ** 2 - slack;
    let [at, rest] = [starts[stem + 1] ?? 0, 0];
    for (; at > from; at -= 1) {
      rest += weightAt(vectors, at - 1) ** 2;
      if (rest >= least) break;
    }
    prefixes[stem] = at - from;
  }
  return prefixes;
}

/** For each word the chosen stems that begin with it, its weight there and the length of what follows. */
function indexPrefixes(vectors: WordVectors, prefixes: Int32Array, scope: Scope) {
  const vocabulary = vectors.idf.length;
  const starts = new Int32Array(vocabulary + 1);
  for (let stem = 0; stem < vectors.count; stem += 1) {
    if (!scope.isChosen(stem)) continue;
    const from = vectors.starts[stem] ?? 0;
    for (let at = from; at < from + (prefixes[stem] ?? 0); at += 1) {
      const next = wordAt(vectors, at) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
  }
  for (let word = 0; word < vocabulary; word += 1) {
    starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  }
  const entries = starts[vocabulary] ?? 0;
  const stems = new Int32Array(entries);
  const [weights, rests] = [new Float64Array(entries), new Float64Array(entries)];
  const next = starts.slice();
  for (let stem = 0; stem < vectors.count; stem += 1) {
    if (!scope.isChosen(stem)) continue;
    const from = vectors.starts[stem] ?? 0;
    let rest = 1;
    for (let at = from; at < from + (prefixes[stem] ?? 0); at += 1) {
      const word = wordAt(vectors, at);
      const weight = weightAt(vectors, at) / (vectors.lengths[stem] ?? 1);
      rest = Math.max(0, rest - weight * weight);
      const place = next[word] ?? 0;
      stems[place] = stem;
      weights[place] = weight;
      rests[place] = Math.sqrt(rest);
      next[word] = place + 1;
    }
  }
  return { starts, stems, weights, rests };
}
