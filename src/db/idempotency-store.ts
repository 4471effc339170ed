import { ServiceError } from '../domain/errors.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

/** A request and the key it holds; the time distinguishes it from a later request that took over the key. */
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

const retentionMs = 24 * 60 * 60 * 1000;

/** A request that holds a key for longer is considered dead, with its process. */
export const maxRequestMs = 60 * 1000;

/** Claims the key for a request, unless an earlier one holds it. */
export async function claimKey(
  prisma: PrismaClient,
  { caller, key, claimedAt: now }: KeyOwner,
  fingerprint: string,
): Promise<Claim> {
  const expiresAt = new Date(now.getTime() + retentionMs);
  const abandoned = new Date(now.getTime() - maxRequestMs);
  const claimed = await prisma.$queryRaw<unknown[]>`
    INSERT INTO idempotent_requests AS held (caller, key, fingerprint, created_at, expires_at)
    VALUES (${caller}, ${key}, ${fingerprint}, ${now}, ${expiresAt})
    ON CONFLICT (caller, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, committed = false, status = NULL, headers = NULL,
        body = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at
    WHERE held.expires_at <= ${now}
       OR (NOT held.committed AND held.status IS NULL AND held.created_at < ${abandoned})
    RETURNING 1`;
  if (claimed.length > 0) return { state: 'claimed' };
  const held = await prisma.idempotentRequest.findUnique({
    where: { caller_key: { caller, key } },
  });
  // Released between the two statements: a retry will get it.
  if (!held) return { state: 'running' };
  if (held.fingerprint !== fingerprint) return { state: 'other-request' };
  if (held.status !== null) {
    if (held.body === null) return { state: 'response-lost' };
    const headers = held.headers as Record<string, string>;
    return { state: 'completed', response: { status: held.status, headers, body: held.body } };
  }
  return { state: held.committed && held.createdAt < abandoned ? 'response-lost' : 'running' };
}

/** Marks the key as used in the transaction of the change; rolls it back when the key was lost. */
export async function markCommitted(transaction: Transaction, owner: KeyOwner): Promise<void> {
  const data = { committed: true };
  const { count } = await transaction.idempotentRequest.updateMany({ where: heldBy(owner), data });
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
  const [caller, key, claimedAt] = [1, 2, 3].map((next) => `$${parameterCount + next}`);
  const isOwned = `caller = ${caller} AND key = ${key} AND created_at = ${claimedAt}::timestamptz`;
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
  prisma: PrismaClient,
  owner: KeyOwner,
  response: StoredResponse,
): Promise<void> {
  await prisma.idempotentRequest.updateMany({ where: heldBy(owner), data: response });
}

/** Marks the request as completed without storing its response. */
export async function markResponded(
  prisma: PrismaClient,
  owner: KeyOwner,
  status: number,
): Promise<void> {
  await prisma.idempotentRequest.updateMany({ where: heldBy(owner), data: { status } });
}

/** Releases the key of a request that changed nothing, so that a corrected request may use it. */
export async function releaseKey(prisma: PrismaClient, owner: KeyOwner): Promise<void> {
  await prisma.idempotentRequest.deleteMany({ where: { ...heldBy(owner), committed: false } });
}

function heldBy({ caller, key, claimedAt }: KeyOwner) {
  return { caller, key, createdAt: claimedAt };
}
