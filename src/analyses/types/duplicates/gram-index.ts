import { grow } from '../../kit/collections/growable-array.ts';
import { HashIndex } from '../../kit/collections/hash-index.ts';
import { createIntLists, type IntLists } from '../../kit/collections/int-lists.ts';
import type { NormalizedUnits } from '../../kit/text/normalized-text.ts';

const baseOne = 0x01000193;
const baseTwo = 0x5bd1e995;

/** Texts are buffered up to this many units: one loop over many keeps the tables in the cache. */
const bufferedUnits = 1 << 18;

/** The distinct n-grams of each stem, as numbers. */
export interface StemGrams {
  readonly lists: IntLists;
  /** Document frequency: the number of stems that contain each n-gram. */
  readonly frequencies: Int32Array;
  /** A hash of each n-gram. */
  readonly keys: Int32Array;
}

export type GramIndex = ReturnType<typeof createGramIndex>;

/**
 * Numbers the character n-grams of normalized texts. An n-gram is identified by two rolling hashes,
 * 64 bits together; a text shorter than n is one n-gram, and an empty one has none.
 */
export function createGramIndex(ngram: number) {
  const table = new HashIndex();
  const lists = createIntLists();
  const outFactorOne = powerOf(baseOne, ngram);
  const outFactorTwo = powerOf(baseTwo, ngram);
  // Per n-gram: the last stem that contained it (1-based) and its document frequency.
  let seen = new Int32Array(1 << 12);
  let buffer = new Uint16Array(bufferedUnits);
  let bufferedLength = 0;
  const ends: number[] = [];

  function flush(): void {
    let from = 0;
    for (const end of ends) {
      readText(from, end);
      from = end;
    }
    ends.length = 0;
    bufferedLength = 0;
  }

  function readText(from: number, end: number): void {
    // Reserves capacity in advance, so that the loop works on fixed arrays.
    const needed = 2 * (table.size + end - from);
    if (needed > seen.length) seen = grow(Int32Array, seen, needed);
    const values = lists.reserve(end - from);
    const [units, last] = [buffer, seen];
    const stamp = lists.count + 1;
    let length = lists.length;
    const first = Math.min(from + ngram, end) - 1;
    let one = 0;
    let two = 0;
    for (let at = from; at < end; at += 1) {
      const unit = (units[at] ?? 0) + 1;
      one = (Math.imul(one, baseOne) + unit) | 0;
      two = (Math.imul(two, baseTwo) + unit) | 0;
      if (at < first) continue;
      if (at - ngram >= from) {
        const left = (units[at - ngram] ?? 0) + 1;
        one = (one - Math.imul(left, outFactorOne)) | 0;
        two = (two - Math.imul(left, outFactorTwo)) | 0;
      }
      const gram = table.numberOf(one, two);
      if (last[2 * gram] === stamp) continue;
      last[2 * gram] = stamp;
      last[2 * gram + 1] = (last[2 * gram + 1] ?? 0) + 1;
      values[length] = gram;
      length += 1;
    }
    lists.close(length);
  }

  return {
    add(text: NormalizedUnits): void {
      const { units, length } = text;
      if (bufferedLength + length > buffer.length) {
        flush();
        if (length > buffer.length) buffer = new Uint16Array(length);
      }
      for (let at = 0; at < length; at += 1) buffer[bufferedLength + at] = units[at] ?? 0;
      bufferedLength += length;
      ends.push(bufferedLength);
    },
    read(): StemGrams {
      flush();
      const frequencies = new Int32Array(table.size);
      for (let gram = 0; gram < table.size; gram += 1) frequencies[gram] = seen[2 * gram + 1] ?? 0;
      return { lists: lists.read(), frequencies, keys: table.keys() };
    },
  };
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let times = 0; times < exponent; times += 1) power = Math.imul(power, base);
  return power;
}
