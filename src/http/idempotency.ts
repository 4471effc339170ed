import { createHash, createHmac } from 'node:crypto';
import type { SharedSecrets } from '../auth/shared-secrets.ts';
import type { Database } from '../db/database.ts';
import {
  type Claim,
  claimKey,
  type KeyOwner,
  markResponded,
  type StoredResponse,
  storeResponse,
} from '../db/idempotency-store.ts';
import { ServiceError, validationError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import type { Answers } from './answers/answers.ts';
import type { HttpRequest, HttpResponse } from './exchange.ts';
import { createKeyReleases } from './key-releases.ts';
import type { RequestState } from './request-state.ts';

const keptHeaders = ['content-type', 'location', 'etag', 'retry-after', 'preference-applied'];

export interface Idempotency {
  /**
   * Claims the request's Idempotency-Key, if any, or the given one; returns the stored response of an
   * earlier request.
   */
  begin(
    request: HttpRequest,
    state: RequestState,
    body: unknown,
    key?: string,
  ): Promise<HttpResponse | undefined> | undefined;
  /** The same for a file that is read as it arrives: what it says is known when it has been read. */
  beginAfter(
    request: HttpRequest,
    state: RequestState,
    file: AsyncIterable<Uint8Array>,
  ): ClaimingFile;
  /** Stores the response of a request that has claimed a key, or frees the key. */
  finish(state: RequestState, response: HttpResponse): Promise<void> | undefined;
}

export interface ClaimingFile {
  /** Claims the key at its end; ends with an error if there is an earlier response. */
  readonly file: AsyncIterable<Uint8Array>;
  readonly replay: () => HttpResponse | undefined;
}

export interface IdempotencyOptions {
  readonly database: Database;
  readonly secrets: SharedSecrets;
  readonly answers: Pick<Answers, 'wrote'>;
  readonly shutdown: AbortSignal;
  readonly clock: () => Date;
  readonly log: Log;
}

/** A change repeated with the same Idempotency-Key and body gets the first response and changes nothing. */
export function createIdempotency(options: IdempotencyOptions): Idempotency {
  const { database, secrets, answers, shutdown, clock, log } = options;
  const releases = createKeyReleases(database, shutdown);

  const claim = async (owner: KeyOwner, fingerprint: string): Promise<Claim> => {
    await releases.complete(owner);
    try {
      return await claimKey(database, owner, fingerprint);
    } catch (error) {
      // The key may have been claimed and only the confirmation lost.
      await releases.release(owner);
      throw error;
    }
  };

  const claimFor = async (
    key: string,
    request: HttpRequest,
    state: RequestState,
    body: unknown,
  ): Promise<HttpResponse | undefined> => {
    const owner = { caller: keySpaceOf(state), key, claimedAt: clock() };
    const secret = await secrets('idempotency-fingerprints');
    const print = fingerprint(secret, request, state, body);
    const outcome = await claim(owner, print);
    switch (outcome.state) {
      case 'completed':
        // The change may have been made by another node just now.
        answers.wrote();
        return replay(outcome.response);
      case 'claimed':
        state.idempotency = { ...owner, fingerprint: print, isCommitted: false };
        return undefined;
      default:
        throw keyError(outcome.state);
    }
  };

  const complete = async (
    owner: NonNullable<RequestState['idempotency']>,
    response: HttpResponse,
  ): Promise<void> => {
    try {
      const isTransient = owner.isTransient || response.status >= 500;
      if (owner.responseIsSecret || (owner.isCommitted && isTransient))
        await markResponded(database, owner, response.status);
      else if (owner.isCommitted) await storeResponse(database, owner, toStoredResponse(response));
      else await releases.release(owner);
    } catch (error) {
      log.error({ err: error }, 'Failed to store the response of an idempotent request');
    }
  };

  return {
    begin(request, state, body, given) {
      const key = given ?? readKey(request);
      return key === undefined ? undefined : claimFor(key, request, state, body);
    },
    beginAfter(request, state, file) {
      const key = readKey(request);
      if (key === undefined) return { file, replay: () => undefined };
      let replayed: HttpResponse | undefined;
      const claiming = hashed(file, async (content) => {
        replayed = await claimFor(key, request, state, { content });
        if (replayed) throw new ServiceError('CONFLICT', 'The file was imported before.');
      });
      return { file: claiming, replay: () => replayed };
    },
    finish: ({ idempotency: owner }, response) => owner && complete(owner, response),
  };
}

function readKey(request: HttpRequest): string | undefined {
  const isSafe = ['GET', 'HEAD', 'QUERY'].includes(request.method);
  const key = isSafe ? null : request.header('idempotency-key');
  if (key === null) return undefined;
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const detail = 'Must have 1 to 255 printable ASCII characters.';
  const fault = { path: [], header: 'Idempotency-Key', code: 'invalid', detail };
  throw validationError('BAD_REQUEST', [fault]);
}

async function* hashed(
  file: AsyncIterable<Uint8Array>,
  onEnd: (digest: string) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of file) {
    hash.update(chunk);
    yield chunk;
  }
  await onEnd(hash.digest('base64url'));
}

/** Anonymous callers are told apart by address: one must not see the responses of another. */
function keySpaceOf({ caller, address }: RequestState): string {
  return caller.accountId === null ? `${caller.id}:${address}` : caller.id;
}

/**
 * Covers all that makes two requests the same, passwords included. It is stored, and a plain hash of a
 * password could be brute-forced, so it is keyed.
 */
function fingerprint(
  secret: Buffer,
  request: HttpRequest,
  { caller }: RequestState,
  body: unknown,
): string {
  const { method, search } = request;
  // Without an account, the header holds the client credentials of an OAuth endpoint.
  const credentials = caller.accountId === null ? request.header('authorization') : null;
  const path = request.path.replace(/^\/v1(?=\/)/, '');
  const content = [method, path, search, request.header('if-match'), credentials, body];
  return createHmac('sha256', secret).update(JSON.stringify(content)).digest('base64url');
}

function keyError(state: 'running' | 'other-request' | 'response-lost'): ServiceError {
  switch (state) {
    case 'running':
      return new ServiceError(
        'CONFLICT',
        'The first request with this Idempotency-Key is still running. Try again shortly.',
        {
          headers: { 'Retry-After': '1' },
        },
      );
    case 'other-request':
      return new ServiceError(
        'BAD_USER_INPUT',
        'This Idempotency-Key was already used for another request. Use a new key.',
      );
    case 'response-lost':
      return new ServiceError(
        'CONFLICT',
        'The first request with this Idempotency-Key was applied, but its response was not stored. Read the current state instead of repeating the request.',
      );
  }
}

function replay({ status, headers, body }: StoredResponse): HttpResponse {
  // A 204 has no body, not an empty one.
  return {
    status,
    headers: { ...headers, 'idempotent-replayed': 'true' },
    body: body === '' ? null : body,
  };
}

function toStoredResponse({ status, headers: given, body }: HttpResponse): StoredResponse {
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  // Responses to changes are texts, never streams.
  return { status, headers, body: typeof body === 'string' ? body : '' };
}
