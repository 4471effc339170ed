import type { PrismaClient } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

export interface KeyOwner {
  readonly caller: string;
  readonly key: string;
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
  { caller, key }: KeyOwner,
  fingerprint: string,
  now: Date,
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
  if (held.status !== null && held.body !== null) {
    const headers = held.headers as Record<string, string>;
    return { state: 'answered', answer: { status: held.status, headers, body: held.body } };
  }
  return { state: held.committed && held.createdAt < abandoned ? 'answer-lost' : 'running' };
}

/** Says, in the transaction of the change, that the change was made. */
export async function markCommitted(transaction: Transaction, owner: KeyOwner): Promise<void> {
  const { caller, key } = owner;
  await transaction.idempotentRequest.update({
    where: { caller_key: { caller, key } },
    data: { committed: true },
  });
}

export async function storeAnswer(
  prisma: PrismaClient,
  { caller, key }: KeyOwner,
  answer: StoredAnswer,
): Promise<void> {
  await prisma.idempotentRequest.update({ where: { caller_key: { caller, key } }, data: answer });
}

/** Gives a key back whose request changed nothing, so that a mended request may use it. */
export async function releaseKey(prisma: PrismaClient, { caller, key }: KeyOwner): Promise<void> {
  await prisma.idempotentRequest.deleteMany({ where: { caller, key, committed: false } });
}

export async function forgetExpired(prisma: PrismaClient, now: Date): Promise<void> {
  await prisma.idempotentRequest.deleteMany({ where: { expiresAt: { lte: now } } });
}
