/** A whole number below the limit that depends on the texts alone (cyrb53, a 53-bit hash). */
export function drawNumber(limit: number, ...texts: readonly (string | number)[]): number {
  const text = texts.join('\u0000');
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)) % limit;
}

/** The same items in an order that depends on the texts alone, not on the order given. */
export function shuffleBy<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  ...texts: readonly (string | number)[]
): T[] {
  const keyed = items.map((item) => {
    const text = textOf(item);
    return { item, text, key: drawNumber(Number.MAX_SAFE_INTEGER, ...texts, text) };
  });
  keyed.sort((a, b) => a.key - b.key || (a.text < b.text ? -1 : 1));
  return keyed.map(({ item }) => item);
}
