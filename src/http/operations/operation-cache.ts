import { LRUCache } from 'lru-cache';
import { type PreparedDocument, prepareDocument } from './prepare-document.ts';
import type { Preparation, PreparationOptions } from './prepare-operation.ts';

export interface OperationCacheOptions extends PreparationOptions {
  /** Documents that the service itself sends: prepared once and never dropped. */
  readonly stored: readonly string[];
  /** The memory that documents of clients may take, in bytes. */
  readonly maxBytes?: number;
}

export interface OperationCache {
  /** The operation of a document; one that cannot run is remembered as well. */
  prepare(source: string, operationName?: string | null): Preparation;
  /** The estimated memory of the documents of clients, in bytes. */
  readonly bytes: number;
}

/** Prepares each document once, for as long as it is remembered. */
export function createOperationCache(options: OperationCacheOptions): OperationCache {
  const { maxBytes = 32 * 1024 * 1024 } = options;
  const stored = new Map<string, PreparedDocument | undefined>(
    options.stored.map((source) => [source, undefined]),
  );
  const sent = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    // One document must not drop all others.
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ bytes }, source) => baseBytes + 2 * source.length + bytes,
  });
  const findDocument = (source: string): PreparedDocument => {
    const entry = sent.get(source);
    const document = entry?.document ?? stored.get(source) ?? prepareNew(source);
    // Plans are made when they are first needed, so the size of an entry is updated later.
    if (entry && entry.bytes !== document.bytes) {
      sent.set(source, { document, bytes: document.bytes });
    }
    return document;
  };
  const prepareNew = (source: string): PreparedDocument => {
    const isStored = stored.has(source);
    const document = prepareDocument(source, isStored, options);
    if (isStored) stored.set(source, document);
    else sent.set(source, { document, bytes: document.bytes });
    return document;
  };
  return {
    prepare: (source, operationName) => findDocument(source).find(operationName),
    get bytes() {
      return sent.calculatedSize;
    },
  };
}

/** A document, and its bytes as the cache counts them. */
interface Entry {
  readonly document: PreparedDocument;
  readonly bytes: number;
}

const baseBytes = 2500;
