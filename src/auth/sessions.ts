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
