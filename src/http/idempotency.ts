import { createHash } from 'node:crypto';
import { Response } from '@whatwg-node/fetch';
import type { Database } from '../db/database.ts';
import {
  claimKey,
  markResponded,
  releaseKey,
  type StoredResponse,
  storeResponse,
} from '../db/idempotency-store.ts';
import { ServiceError, validationError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import type { RequestState } from './request-state.ts';
import type { ServerPlugin } from './server-plugin.ts';

const keptHeaders = ['content-type', 'location', 'etag', 'retry-after', 'preference-applied'];

export interface Idempotency {
  /** Claims the request's Idempotency-Key, if any; returns the stored response of an earlier request. */
  begin(request: Request, state: RequestState, body: unknown): Promise<Response | undefined>;
  readonly plugin: ServerPlugin;
}

/** A POST repeated with the same Idempotency-Key and body gets the first response and changes nothing. */
export function createIdempotency(database: Database, clock: () => Date, log: Log): Idempotency {
  const { prisma } = database;
  return {
    async begin(request, state, body) {
      const key = readKey(request);
      if (key === undefined) return undefined;
      const owner = { caller: state.caller.id, key, claimedAt: clock() };
      const claim = await claimKey(prisma, owner, fingerprint(request, body));
      switch (claim.state) {
        case 'completed':
          return replay(claim.response);
        case 'claimed':
          state.idempotency = { ...owner, isCommitted: false };
          return undefined;
        default:
          throw keyError(claim.state);
      }
    },
    plugin: {
      async onResponse({ response, serverContext }) {
        const { idempotency: owner } = serverContext;
        if (!owner) return;
        try {
          const isTransient = owner.isTransient || response.status >= 500;
          if (owner.responseIsSecret || (owner.isCommitted && isTransient))
            await markResponded(prisma, owner, response.status);
          else if (owner.isCommitted)
            await storeResponse(prisma, owner, await toStoredResponse(response));
          else await releaseKey(prisma, owner);
        } catch (error) {
          log.error({ err: error }, 'Failed to store the response of an idempotent request');
        }
      },
    },
  };
}

function readKey(request: Request): string | undefined {
  const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
  if (key === null) return undefined;
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const detail = 'Must have 1 to 255 printable ASCII characters.';
  const fault = { path: [], header: 'Idempotency-Key', code: 'invalid', detail };
  throw validationError('BAD_REQUEST', [fault]);
}

function fingerprint(request: Request, body: unknown): string {
  const { pathname } = new URL(request.url);
  return createHash('sha256')
    .update(JSON.stringify([pathname.replace(/^\/v1(?=\/)/, ''), body], omitSecrets))
    .digest('base64url');
}

const secretNames = new Set([
  'password',
  'current',
  'new',
  'client_secret',
  'clientSecret',
  'refresh_token',
  'refreshToken',
  'token',
]);

/** The fingerprint is stored, and a fast hash of a password could be brute-forced. */
function omitSecrets(name: string, value: unknown): unknown {
  return secretNames.has(name) ? undefined : value;
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

function replay({ status, headers, body }: StoredResponse): Response {
  return new Response(body, { status, headers: { ...headers, 'Idempotent-Replayed': 'true' } });
}

async function toStoredResponse(response: globalThis.Response): Promise<StoredResponse> {
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return { status: response.status, headers, body: await response.clone().text() };
}
