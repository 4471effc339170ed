import type { Transaction } from '../db/transaction.ts';
import type { Caller } from '../domain/caller.ts';
import { isUuid } from '../domain/uuid.ts';
import { noneOwned } from './own-account.ts';

/** Ends a session of the caller, with all its tokens. */
export async function revokeOwnSession(
  { session }: Pick<Transaction, 'session'>,
  { accountId }: Caller,
  id: string,
  now: Date,
): Promise<void> {
  if (!isUuid(id)) noneOwned('session', id);
  const where = { id, accountId: accountId ?? '', revokedAt: null };
  const { count } = await session.updateMany({ where, data: { revokedAt: now } });
  if (count === 0) noneOwned('session', id);
}

/** Ends the sessions of an account, but the one that is kept, with all their tokens. */
export async function endSessions(
  { session }: Pick<Transaction, 'session'>,
  accountId: string,
  kept: string | null,
  now: Date,
): Promise<void> {
  const others = kept === null ? {} : { id: { not: kept } };
  await session.updateMany({
    where: { accountId, revokedAt: null, ...others },
    data: { revokedAt: now },
  });
}
