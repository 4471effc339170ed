import { LRUCache } from 'lru-cache';

const maxDocumentLength = 10_000;

/** Caches results by document, bounded by the length of the documents; long ones are not kept at all. */
export function createDocumentCache<T extends object>(): LRUCache<string, T> {
  return new LRUCache({
    max: 1000,
    maxSize: 200 * maxDocumentLength,
    maxEntrySize: maxDocumentLength,
    sizeCalculation: (_value, document) => Math.max(1, document.length),
  });
}
