import type { GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import { findTrustedDocument } from '../../db/trusted-documents.ts';
import { ServiceError, validationError } from '../../domain/errors.ts';
import type { RequestState } from '../request-state.ts';
import { isDocumentId, type Manifest, sha256 } from './manifest.ts';

export interface TrustedDocumentsOptions {
  readonly database: Database;
  /** From the manifests that were read at the start. */
  readonly manifest: Manifest;
  /** Refuse all other documents. */
  readonly only: boolean;
  /** Documents of the workbench, which sends them as text. */
  readonly workbench: ReadonlySet<string>;
}

export interface TrustedDocuments {
  /** Parameters with the document that they name by its id or hash; throws where it must not run. */
  resolve(params: unknown, state: RequestState): Promise<unknown>;
}

type Sent = Partial<GraphQLParams> & { readonly documentId?: unknown };

/** Removed documents are forgotten after this long. */
const rememberMs = 60_000;
const maxBytes = 8 * 1024 * 1024;
/** A longer document is run, and not kept. */
const maxKeptLength = 100_000;

/**
 * Documents that clients name instead of sending them: trusted ones by `documentId`, from manifests, and
 * those of Apollo's automatic persisted queries by their hash, which any client may add, on this node.
 */
export function createTrustedDocuments(options: TrustedDocumentsOptions): TrustedDocuments {
  const { database, manifest, only, workbench } = options;
  const sizeCalculation = (document: string, id: string) => 200 + 2 * (document.length + id.length);
  const found = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation,
    ttl: rememberMs,
  });
  const added = new LRUCache<string, string>({ maxSize: maxBytes, sizeCalculation });

  async function find(id: string): Promise<string | undefined> {
    if (!isDocumentId(id)) return undefined;
    const known = manifest.get(id) ?? found.get(id);
    if (known !== undefined) return known;
    const document = await findTrustedDocument(database, id);
    if (document !== undefined) found.set(id, document);
    return document;
  }

  async function findById(id: unknown): Promise<string> {
    if (typeof id !== 'string') throw invalid('documentId', 'Must be a string.');
    // The specification marks hashes by a prefix; compilers write them without.
    const document =
      (await find(id)) ??
      (/^sha256:/.test(id) ? await find(id.slice('sha256:'.length)) : undefined);
    if (document !== undefined) return document;
    const shown = JSON.stringify(id.slice(0, 100));
    throw new ServiceError('NOT_FOUND', `No trusted document has the id ${shown}.`);
  }

  /** Its messages are those that Apollo's clients wait for. */
  async function findByHash(hash: string, query: unknown): Promise<string> {
    if (typeof query === 'string' && query !== '') {
      if (sha256(query) !== hash) {
        throw new ServiceError('BAD_REQUEST', 'provided sha does not match query');
      }
      if (only && (await find(hash)) !== query) throw untrusted();
      if (!only && query.length <= maxKeptLength) added.set(hash, query);
      return query;
    }
    const document = added.get(hash) ?? (await find(hash));
    if (document !== undefined) return document;
    if (only) throw new ServiceError('FORBIDDEN', 'PersistedQueryNotSupported');
    throw new ServiceError('NOT_FOUND', 'PersistedQueryNotFound');
  }

  return {
    async resolve(params, { caller }) {
      if (!isObject(params)) return params;
      const { documentId, ...sent }: Sent = params;
      if (documentId !== undefined && documentId !== null) {
        if (sent.query) throw invalid('documentId', 'Send either documentId or query, not both.');
        return { ...sent, query: await findById(documentId) };
      }
      const hash = readHash(sent.extensions);
      if (hash !== undefined) return { ...sent, query: await findByHash(hash, sent.query) };
      // Who administers the service may try out any document, in GraphiQL for example.
      if (!only || caller.scopes.has('admin') || workbench.has(sent.query ?? '')) return sent;
      throw untrusted();
    },
  };
}

/** The hash of Apollo's automatic persisted queries. */
function readHash(extensions: unknown): string | undefined {
  if (!isObject(extensions)) return undefined;
  const { persistedQuery } = extensions;
  if (persistedQuery === undefined || persistedQuery === null) return undefined;
  const { version, sha256Hash } = isObject(persistedQuery) ? persistedQuery : {};
  if (version !== 1) throw invalid('extensions/persistedQuery/version', 'Must be 1.');
  if (typeof sha256Hash === 'string' && /^[\da-f]{64}$/i.test(sha256Hash)) {
    return sha256Hash.toLowerCase();
  }
  throw invalid('extensions/persistedQuery/sha256Hash', 'Must be a SHA-256 hash in hex.');
}

function invalid(path: string, detail: string): ServiceError {
  return validationError('BAD_REQUEST', [{ path: path.split('/'), code: 'invalid', detail }]);
}

function untrusted(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This service runs trusted documents only. Send the documentId of one of them.',
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
