/**
 * The numbers 0…n−1 ordered by a small key, ties by a hash, independent of the input order. A radix
 * sort, because a comparator costs a call per comparison; with index loops, because iterating over
 * a million numbers takes longer than sorting them.
 */
export function orderBy(keys: Int32Array, hashes: Int32Array): Int32Array {
  const [low, high] = [new Int32Array(keys.length), new Int32Array(keys.length)];
  let order = new Int32Array(keys.length);
  let maxKey = 0;
  for (let at = 0; at < order.length; at += 1) {
    const hash = hashes[at] ?? 0;
    low[at] = hash & 0xffff;
    high[at] = hash >>> 16;
    order[at] = at;
    maxKey = Math.max(maxKey, keys[at] ?? 0);
  }
  order = countingSort(order, low, 0xffff);
  order = countingSort(order, high, 0xffff);
  return countingSort(order, keys, maxKey);
}

function countingSort(order: Int32Array, keys: Int32Array, maxKey: number) {
  const offsets = new Int32Array(maxKey + 2);
  for (let at = 0; at < keys.length; at += 1) {
    const next = (keys[at] ?? 0) + 1;
    offsets[next] = (offsets[next] ?? 0) + 1;
  }
  for (let key = 0; key < maxKey; key += 1) {
    offsets[key + 1] = (offsets[key + 1] ?? 0) + (offsets[key] ?? 0);
  }
  const sorted = new Int32Array(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const each = order[at] ?? 0;
    const key = keys[each] ?? 0;
    const offset = offsets[key] ?? 0;
    sorted[offset] = each;
    offsets[key] = offset + 1;
  }
  return sorted;
}

/** The inverse permutation: the rank of each number. */
export function ranksIn(order: Int32Array): Int32Array {
  const ranks = new Int32Array(order.length);
  for (let rank = 0; rank < order.length; rank += 1) ranks[order[rank] ?? 0] = rank;
  return ranks;
}
