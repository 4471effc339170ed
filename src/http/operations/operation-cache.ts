import { LRUCache } from 'lru-cache';
import {
  type Preparation,
  type PreparationOptions,
  type PreparedDocument,
  prepareDocument,
} from './prepare-operation.ts';

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
  const sent = new LRUCache<string, PreparedDocument>({
    maxSize: maxBytes,
    // One document must not drop all others.
    maxEntrySize: maxBytes / 8,
    sizeCalculation: estimateBytes,
  });
  const findDocument = (source: string): PreparedDocument => {
    const known = sent.get(source) ?? stored.get(source);
    if (known) return known;
    const isStored = stored.has(source);
    const document = prepareDocument(source, isStored, options);
    if (isStored) stored.set(source, document);
    else sent.set(source, document);
    return document;
  };
  return {
    prepare: (source, operationName) => findDocument(source).find(operationName),
    get bytes() {
      return sent.calculatedSize;
    },
  };
}

/** Measured: syntax nodes, their tokens and what is derived from them take up to this much a token. */
const bytesPerToken = 1000;
const bytesPerError = 300;
const baseBytes = 500;

function estimateBytes({ tokens, errors }: PreparedDocument, source: string): number {
  return baseBytes + 2 * source.length + tokens * bytesPerToken + errors * bytesPerError;
}
