/**
 * The numbers 0…n−1 ordered by a small key and, among equals, by a hash: the same order whatever
 * order the things came in. A radix sort, since a comparator costs a call per comparison.
 */
export function orderBy(keys: Int32Array, hashes: Int32Array): Int32Array {
  let order = Int32Array.from(keys.keys());
  order = countingSort(order, 0xffff, (each) => (hashes[each] ?? 0) & 0xffff);
  order = countingSort(order, 0xffff, (each) => (hashes[each] ?? 0) >>> 16);
  let largest = 0;
  for (const key of keys) if (key > largest) largest = key;
  return countingSort(order, largest, (each) => keys[each] ?? 0);
}

function countingSort(order: Int32Array, largest: number, keyOf: (each: number) => number) {
  const places = new Int32Array(largest + 2);
  for (const each of order) {
    const next = keyOf(each) + 1;
    places[next] = (places[next] ?? 0) + 1;
  }
  for (let key = 0; key < largest; key += 1) {
    places[key + 1] = (places[key + 1] ?? 0) + (places[key] ?? 0);
  }
  const sorted = new Int32Array(order.length);
  for (const each of order) {
    const key = keyOf(each);
    const place = places[key] ?? 0;
    sorted[place] = each;
    places[key] = place + 1;
  }
  return sorted;
}

/** Where each number stands in the order. */
export function placesIn(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length);
  for (let place = 0; place < order.length; place += 1) places[order[place] ?? 0] = place;
  return places;
}
