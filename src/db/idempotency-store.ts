import { ServiceError } from '../domain/errors.ts';
import type { Database } from './database.ts';
import type { Transaction } from './transaction.ts';

/**
 * A request and the key it holds. The time, by the node's clock, only distinguishes it from a later
 * request that took over the key: how old a claim is, the database decides, since clocks differ.
 */
export interface KeyOwner {
  readonly caller: string;
  readonly key: string;
  readonly claimedAt: Date;
}

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The outcome of claiming a key. */
export type Claim =
  | { state: 'claimed' }
  | { state: 'running' }
  | { state: 'other-request' }
  | { state: 'response-lost' }
  | { state: 'completed'; response: StoredResponse };

export const keyRetentionMs = 24 * 60 * 60 * 1000;
const expiry = `now() + interval '${keyRetentionMs} ms'`;

/** A request that holds a key for longer is considered dead, with its process. */
export const maxRequestMs = 60 * 1000;

const isAbandoned = `held.expires_at < ${expiry} - interval '${maxRequestMs} ms'`;

const claim = `
  INSERT INTO idempotent_requests AS held (caller, key, fingerprint, created_at, expires_at)
  VALUES ($1, $2, $4, $3, ${expiry})
  ON CONFLICT (caller, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, committed = false, status = NULL, headers = NULL,
      body = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at
  WHERE held.expires_at <= now()
     OR (NOT held.committed AND held.status IS NULL AND ${isAbandoned})
  RETURNING 1`;

interface HeldKey {
  readonly fingerprint: string;
  readonly committed: boolean;
  readonly status: number | null;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly isAbandoned: boolean;
}

/** Claims the key for a request, unless an earlier one holds it. */
export async function claimKey(
  database: Database,
  owner: KeyOwner,
  fingerprint: string,
): Promise<Claim> {
  const { caller, key } = owner;
  const values = [...valuesOf(owner), fingerprint];
  const claimed = await database.query({ text: claim, values });
  if (claimed.length > 0) return { state: 'claimed' };
  const [held] = await database.query<HeldKey & Record<string, unknown>>({
    text: `SELECT fingerprint, committed, status, headers, body, ${isAbandoned} AS "isAbandoned"
      FROM idempotent_requests held WHERE caller = $1 AND key = $2`,
    values: [caller, key],
  });
  // Released between the two statements: a retry will get it.
  if (!held) return { state: 'running' };
  if (held.fingerprint !== fingerprint) return { state: 'other-request' };
  if (held.status !== null) {
    const { status, headers, body } = held;
    return body === null
      ? { state: 'response-lost' }
      : { state: 'completed', response: { status, headers, body } };
  }
  return { state: held.committed && held.isAbandoned ? 'response-lost' : 'running' };
}

/** Marks the key as used in the transaction of the change; rolls it back when the key was lost. */
export async function markCommitted(transaction: Transaction, owner: KeyOwner): Promise<void> {
  const { caller, key, claimedAt: createdAt } = owner;
  const { count } = await transaction.idempotentRequest.updateMany({
    where: { caller, key, createdAt },
    data: { committed: true },
  });
  if (count === 0) throw keyLost();
}

export function keyLost(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'The request took too long, and another one with the same Idempotency-Key has taken over.',
  );
}

/**
 * The same as parts of a statement whose CTE `changed` is the change: it is made while `isHeld`, and
 * the key is marked as used if it changed something. The owner follows the other parameters.
 */
export function ownedKey(parameterCount: number) {
  const isOwned = ownerCondition(parameterCount + 1);
  return {
    held: `held AS (SELECT 1 FROM idempotent_requests WHERE ${isOwned} FOR UPDATE)`,
    isHeld: 'EXISTS (SELECT 1 FROM held)',
    marked: `marked AS (
      UPDATE idempotent_requests SET committed = true
      WHERE ${isOwned} AND EXISTS (SELECT 1 FROM changed)
    )`,
  };
}

export async function storeResponse(
  database: Database,
  owner: KeyOwner,
  { status, headers, body }: StoredResponse,
): Promise<void> {
  await database.query({
    text: `UPDATE idempotent_requests SET status = $4, headers = $5, body = $6 WHERE ${isOwner}`,
    values: [...valuesOf(owner), status, JSON.stringify(headers), body],
  });
}

/** Marks the request as completed without storing its response. */
export async function markResponded(
  database: Database,
  owner: KeyOwner,
  status: number,
): Promise<void> {
  await database.query({
    text: `UPDATE idempotent_requests SET status = $4 WHERE ${isOwner}`,
    values: [...valuesOf(owner), status],
  });
}

/** Releases the key of a request that changed nothing, so that a corrected request may use it. */
export async function releaseKey(database: Database, owner: KeyOwner): Promise<void> {
  await database.query({
    text: `DELETE FROM idempotent_requests WHERE ${isOwner} AND NOT committed`,
    values: valuesOf(owner),
  });
}

const isOwner = ownerCondition(1);

function ownerCondition(first: number): string {
  return `caller = $${first} AND key = $${first + 1} AND created_at = $${first + 2}::timestamptz`;
}

/** The parameters of the condition: pg takes long to print a Date in local time. */
export function valuesOf({ caller, key, claimedAt }: KeyOwner): string[] {
  return [caller, key, claimedAt.toISOString()];
}
