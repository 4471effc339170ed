import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { Scope } from './scope.ts';
import type { SearchLimits } from './search-limits.ts';
import { cosineOf, type WordVectors, weightAt, wordAt } from './word-vectors.ts';
import { createWorkPoll } from './work-poll.ts';

const stemsBetweenPolls = 64;
const slack = 1e-9;
/** Rounding error of weights stored in single precision. */
const roughSlack = 1e-6;
/** Words per index entry: the stem, two floats and the two halves of a mask. */
const stride = 5;

/** Called once for each pair of stems with similar words. */
export type CosineVisitor = (one: number, other: number, cosine: number) => void;

/**
 * Finds the pairs of stems, at least one of them selected, whose cosine is at least `threshold`.
 * The rarest word they share is in the prefix of both: the rarest words without which the rest of
 * the vector is shorter than the threshold (the bound of Anastasiu and Karypis 2014). Words in the
 * prefixes of more than `maxPostings` vectors are skipped, as are pairs beyond `maxSimilarPairs` of
 * one stem; `isComplete` is false if anything was skipped.
 */
export function joinByCosine(
  vectors: WordVectors,
  threshold: number,
  scope: Scope,
  { maxPostings, maxSimilarPairs }: SearchLimits,
  control: AnalysisControl,
  visit: CosineVisitor,
): { isComplete: boolean } {
  const { count, starts } = vectors;
  const prefixes = prefixLengths(vectors, threshold, control);
  const index = indexPrefixes(vectors, prefixes, scope, control);
  const filter = createMaskFilter(vectors, threshold);
  const visitedBy = new Int32Array(count).fill(-1);
  const poll = createWorkPoll(control);
  let isComplete = true;
  for (let stem = 0; stem < count; stem += 1) {
    if (stem % stemsBetweenPolls === 0) {
      throwIfAborted(control);
      control.progress(stem / count);
    }
    // Of two selected stems the later probes for the earlier; others probe for any selected one.
    const last = scope.isSelected(stem) ? stem : count;
    const from = starts[stem] ?? 0;
    const length = (starts[stem + 1] ?? 0) - from;
    let rest = 1;
    let similar = 0;
    filter.start(stem);
    for (let at = from; at < from + (prefixes[stem] ?? 0); at += 1) {
      const word = wordAt(vectors, at);
      const weight = weightAt(vectors, at) / (vectors.norms[stem] ?? 1);
      rest = Math.max(0, rest - weight * weight);
      const restLength = Math.sqrt(rest);
      const end = index.starts[word + 1] ?? 0;
      let slot = index.starts[word] ?? 0;
      if (end - slot > maxPostings) {
        isComplete = false;
        continue;
      }
      for (; slot < end; slot += 1) {
        const entry = stride * slot;
        const other = index.ints[entry] ?? 0;
        if (other >= last || similar === maxSimilarPairs) break;
        // They share no rarer word; the rest is bounded by the lengths of both suffixes.
        const upperBound =
          weight * (index.floats[entry + 1] ?? 0) + restLength * (index.floats[entry + 2] ?? 0);
        if (upperBound < threshold - roughSlack) continue;
        if (!filter.mayBeSimilar(index.ints[entry + 3] ?? 0, index.ints[entry + 4] ?? 0)) continue;
        if (visitedBy[other] === stem) continue;
        visitedBy[other] = stem;
        poll(length + (starts[other + 1] ?? 0) - (starts[other] ?? 0));
        const cosine = cosineOf(vectors, stem, other);
        if (cosine < threshold - slack) continue;
        visit(stem, other, cosine);
        similar += 1;
        if (similar === maxSimilarPairs) isComplete = false;
      }
      // The mask of each entry was compared with at most all words of this stem.
      poll(length * (slot - (index.starts[word] ?? 0)));
    }
  }
  control.progress(1);
  return { isComplete };
}

/** A 64-bit Bloom filter of the words of a stem. */
function maskOf(vectors: WordVectors, stem: number): { low: number; high: number } {
  let [low, high] = [0, 0];
  for (let at = vectors.starts[stem] ?? 0; at < (vectors.starts[stem + 1] ?? 0); at += 1) {
    const bit = bitOf(wordAt(vectors, at));
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << bit;
  }
  return { low, high };
}

function bitOf(word: number): number {
  return Math.imul(word + 1, 0x9e3779b1) >>> 26;
}

/**
 * Decides by the mask of another stem whether it may be similar: the cosine is at most the length
 * of the part of the vector that is shared. The rarest words have the largest weights and come
 * first, so most stems are rejected after one or two words.
 */
function createMaskFilter(vectors: WordVectors, threshold: number) {
  const maxMissing = 1 - threshold * threshold + slack;
  let bits = new Int32Array(256);
  let squares = new Float64Array(256);
  let length = 0;
  return {
    start(stem: number): void {
      const from = vectors.starts[stem] ?? 0;
      length = (vectors.starts[stem + 1] ?? 0) - from;
      if (length > bits.length) {
        bits = new Int32Array(2 * length);
        squares = new Float64Array(2 * length);
      }
      const norm = vectors.norms[stem] ?? 1;
      for (let at = 0; at < length; at += 1) {
        bits[at] = bitOf(wordAt(vectors, from + at));
        squares[at] = (weightAt(vectors, from + at) / norm) ** 2;
      }
    },
    mayBeSimilar(low: number, high: number): boolean {
      let missing = 0;
      for (let at = 0; at < length; at += 1) {
        const bit = bits[at] ?? 0;
        // Shift counts are taken modulo 32, so the same bit number works for both halves.
        if ((((bit < 32 ? low : high) >>> bit) & 1) !== 0) continue;
        missing += squares[at] ?? 0;
        if (missing > maxMissing) return false;
      }
      return true;
    },
  };
}

/** Prefix length of each vector: a similar vector contains at least one of these rarest words. */
function prefixLengths(
  vectors: WordVectors,
  threshold: number,
  control: AnalysisControl,
): Int32Array {
  const { count, starts, norms } = vectors;
  const prefixes = new Int32Array(count);
  for (let stem = 0; stem < count; stem += 1) {
    if (stem % stemsBetweenPolls === 0) throwIfAborted(control);
    const from = starts[stem] ?? 0;
    const minSquares = (threshold * (norms[stem] ?? 0)) ** 2 - slack;
    let [at, rest] = [starts[stem + 1] ?? 0, 0];
    for (; at > from; at -= 1) {
      rest += weightAt(vectors, at - 1) ** 2;
      if (rest >= minSquares) break;
    }
    prefixes[stem] = at - from;
  }
  return prefixes;
}

/**
 * Inverted index of the prefixes of the selected stems. An entry holds the stem, the weight of the
 * word, the length of the suffix and the mask of the stem, interleaved because they are read
 * together.
 */
function indexPrefixes(
  vectors: WordVectors,
  prefixes: Int32Array,
  scope: Scope,
  control: AnalysisControl,
) {
  const vocabulary = vectors.idf.length;
  const starts = new Int32Array(vocabulary + 1);
  for (let stem = 0; stem < vectors.count; stem += 1) {
    if (stem % stemsBetweenPolls === 0) throwIfAborted(control);
    if (!scope.isSelected(stem)) continue;
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
  const ints = new Int32Array(stride * entries);
  const floats = new Float32Array(ints.buffer);
  const next = starts.slice();
  for (let stem = 0; stem < vectors.count; stem += 1) {
    if (stem % stemsBetweenPolls === 0) throwIfAborted(control);
    if (!scope.isSelected(stem)) continue;
    const from = vectors.starts[stem] ?? 0;
    const { low, high } = maskOf(vectors, stem);
    let rest = 1;
    for (let at = from; at < from + (prefixes[stem] ?? 0); at += 1) {
      const word = wordAt(vectors, at);
      const weight = weightAt(vectors, at) / (vectors.norms[stem] ?? 1);
      rest = Math.max(0, rest - weight * weight);
      const slot = next[word] ?? 0;
      const entry = stride * slot;
      ints[entry] = stem;
      floats[entry + 1] = weight;
      floats[entry + 2] = Math.sqrt(rest);
      ints[entry + 3] = low;
      ints[entry + 4] = high;
      next[word] = slot + 1;
    }
  }
  return { starts, ints, floats };
}
