import { ServiceError } from '../domain/errors.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

/** A request and the key it holds; the time tells it from a later one that took the key over. */
export interface KeyOwner {
  readonly caller: string;
  readonly key: string;
  readonly claimedAt: Date;
}

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a key means for the request that brings it. */
export type Claim =
  | { state: 'claimed' }
  | { state: 'running' }
  | { state: 'other-request' }
  | { state: 'answer-lost' }
  | { state: 'answered'; answer: StoredAnswer };

const keptFor = 24 * 60 * 60 * 1000;

/** A request that claimed a key and was not heard of for so long has died with its process. */
const longestRequest = 60 * 1000;

/** Takes the key for a request, unless an earlier one has it. */
export async function claimKey(
  prisma: PrismaClient,
  { caller, key, claimedAt: now }: KeyOwner,
  fingerprint: string,
): Promise<Claim> {
  const expiresAt = new Date(now.getTime() + keptFor);
  const abandoned = new Date(now.getTime() - longestRequest);
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
  // Let go between the two statements: the next try will get it.
  if (!held) return { state: 'running' };
  if (held.fingerprint !== fingerprint) return { state: 'other-request' };
  if (held.status !== null) {
    if (held.body === null) return { state: 'answer-lost' };
    const headers = held.headers as Record<string, string>;
    return { state: 'answered', answer: { status: held.status, headers, body: held.body } };
  }
  return { state: held.committed && held.createdAt < abandoned ? 'answer-lost' : 'running' };
}

/** Says, in the transaction of the change, that the change was made; undoes it when the key was lost. */
export async function markCommitted(transaction: Transaction, owner: KeyOwner): Promise<void> {
  const data = { committed: true };
  const { count } = await transaction.idempotentRequest.updateMany({ where: heldBy(owner), data });
  if (count > 0) return;
  throw new ServiceError('CONFLICT', 'This took so long that another request took over its key.');
}

export async function storeAnswer(
  prisma: PrismaClient,
  owner: KeyOwner,
  answer: StoredAnswer,
): Promise<void> {
  await prisma.idempotentRequest.updateMany({ where: heldBy(owner), data: answer });
}

/** Says that the request was answered, and keeps nothing of the answer. */
export async function dropAnswer(
  prisma: PrismaClient,
  owner: KeyOwner,
  status: number,
): Promise<void> {
  await prisma.idempotentRequest.updateMany({ where: heldBy(owner), data: { status } });
}

/** Gives a key back whose request changed nothing, so that a mended request may use it. */
export async function releaseKey(prisma: PrismaClient, owner: KeyOwner): Promise<void> {
  await prisma.idempotentRequest.deleteMany({ where: { ...heldBy(owner), committed: false } });
}

function heldBy({ caller, key, claimedAt }: KeyOwner) {
  return { caller, key, createdAt: claimedAt };
}
