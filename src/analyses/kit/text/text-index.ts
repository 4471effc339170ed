/**
 * Counts texts by a 53-bit hash, so that 100,000 long ones need little memory. The probability of a
 * collision among so many is about one in a million.
 */
export function createTextIndex() {
  const entries = new Map<number, { count: number; spelling: string }>();
  return {
    hash: hashText,
    /** Keeps the smallest spelling, independent of the order. */
    add(text: string, spelling = ''): number {
      const hash = hashText(text);
      const entry = entries.get(hash);
      if (entry) {
        entry.count += 1;
        if (spelling < entry.spelling) entry.spelling = spelling;
      } else entries.set(hash, { count: 1, spelling });
      return hash;
    },
    count: (hash: number) => entries.get(hash)?.count ?? 0,
    spelling: (hash: number) => entries.get(hash)?.spelling ?? '',
    size: () => entries.size,
  };
}

/** cyrb53, a public-domain hash of two multiplied 32-bit halves. */
function hashText(text: string): number {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & two) + (one >>> 0);
}
