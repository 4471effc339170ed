import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { IntLists } from '../../kit/collections/int-lists.ts';
import { sortRange } from '../../kit/collections/sorted-ints.ts';
import { orderBy, ranksIn } from './stable-order.ts';

const stemsBetweenPolls = 2000;
const wordBits = 24;
const wordMask = (1 << wordBits) - 1;
const maxTermFrequency = 127;

/**
 * TF-IDF vectors of stems, in a given order. Words are numbered by rarity, rarest first; the weight
 * is tf · idf with idf = ln((1 + n) / (1 + df)) + 1, as in scikit-learn.
 */
export interface WordVectors {
  readonly count: number;
  readonly starts: Int32Array;
  /** The distinct words of each stem, ascending, with the term frequency in the high bits. */
  readonly words: Int32Array;
  readonly norms: Float64Array;
  readonly idf: Float64Array;
}

export function buildWordVectors(
  lists: IntLists,
  wordKeys: Int32Array,
  stems: Int32Array,
  control: AnalysisControl,
): WordVectors {
  const { count, values, starts: sources } = lists;
  const frequencies = documentFrequencies(lists, wordKeys.length);
  const order = orderBy(frequencies, wordKeys);
  const ranks = ranksIn(order);
  const idf = new Float64Array(order.length);
  for (let rank = 0; rank < order.length; rank += 1) {
    idf[rank] = Math.log((1 + count) / (1 + (frequencies[order[rank] ?? 0] ?? 0))) + 1;
  }
  const [starts, norms] = [new Int32Array(count + 1), new Float64Array(count)];
  const words = new Int32Array(values.length);
  let offset = 0;
  for (let vector = 0; vector < count; vector += 1) {
    if (vector % stemsBetweenPolls === 0) throwIfAborted(control);
    const stem = stems[vector] ?? 0;
    const source = sources[stem] ?? 0;
    const end = offset + (sources[stem + 1] ?? 0) - source;
    for (let at = offset; at < end; at += 1) {
      words[at] = ranks[values[source + at - offset] ?? 0] ?? 0;
    }
    sortRange(words, offset, end);
    const { distinct, length } = countTermFrequencies(words, offset, end, idf);
    norms[vector] = length;
    offset += distinct;
    starts[vector + 1] = offset;
  }
  return { count, starts, words: words.slice(0, offset), norms, idf };
}

/** Merges the sorted words in from…end into distinct words with their term frequency, in place. */
function countTermFrequencies(words: Int32Array, from: number, end: number, idf: Float64Array) {
  let distinct = 0;
  let squares = 0;
  for (let at = from; at < end; ) {
    const word = words[at] ?? 0;
    let next = at + 1;
    while (next < end && words[next] === word) next += 1;
    const frequency = Math.min(next - at, maxTermFrequency);
    words[from + distinct] = word | (frequency << wordBits);
    squares += (frequency * (idf[word] ?? 0)) ** 2;
    distinct += 1;
    at = next;
  }
  return { distinct, length: Math.sqrt(squares) };
}

function documentFrequencies({ count, values, starts }: IntLists, vocabulary: number): Int32Array {
  const frequencies = new Int32Array(vocabulary);
  const seen = new Int32Array(vocabulary);
  for (let stem = 0; stem < count; stem += 1) {
    const end = starts[stem + 1] ?? 0;
    for (let at = starts[stem] ?? 0; at < end; at += 1) {
      const word = values[at] ?? 0;
      if (seen[word] === stem + 1) continue;
      seen[word] = stem + 1;
      frequencies[word] = (frequencies[word] ?? 0) + 1;
    }
  }
  return frequencies;
}

export function wordAt({ words }: WordVectors, offset: number): number {
  return (words[offset] ?? 0) & wordMask;
}

/** The weight of the entry at this offset, before normalization. */
export function weightAt({ words, idf }: WordVectors, offset: number): number {
  const word = words[offset] ?? 0;
  return (word >>> wordBits) * (idf[word & wordMask] ?? 0);
}

/** Two texts without words are equal. */
export function cosineOf(vectors: WordVectors, one: number, other: number): number {
  const { starts, words, idf, norms } = vectors;
  let left = starts[one] ?? 0;
  let right = starts[other] ?? 0;
  const leftEnd = starts[one + 1] ?? 0;
  const rightEnd = starts[other + 1] ?? 0;
  if (left === leftEnd || right === rightEnd) return left === leftEnd && right === rightEnd ? 1 : 0;
  let sum = 0;
  while (left < leftEnd && right < rightEnd) {
    const a = words[left] ?? 0;
    const b = words[right] ?? 0;
    const step = (a & wordMask) - (b & wordMask);
    if (step === 0) {
      const weight = idf[a & wordMask] ?? 0;
      sum += (a >>> wordBits) * (b >>> wordBits) * weight * weight;
    }
    if (step <= 0) left += 1;
    if (step >= 0) right += 1;
  }
  return Math.min(1, sum / ((norms[one] ?? 0) * (norms[other] ?? 0)));
}
