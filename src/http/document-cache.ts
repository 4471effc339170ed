import { _createLRUCache } from 'graphql-yoga';

const longest = 10_000;

/** Remembers what was made of documents, but of no long ones: a thousand of those would fill the memory. */
export function createDocumentCache<T extends object>() {
  const cache = _createLRUCache<T>();
  return {
    get: (document: string): T | undefined => cache.get(document),
    set(document: string, made: T | undefined): void {
      if (made !== undefined && document.length <= longest) cache.set(document, made);
    },
  };
}
