import type { Database } from '../db/database.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { type Caller, invalidToken } from '../domain/caller.ts';
import { ServiceError } from '../domain/errors.ts';

/** The account of the caller; its token stops working when the account is deleted. */
export async function findOwnAccount(
  { prisma }: Database,
  { accountId }: Caller,
): Promise<Account> {
  const account = await prisma.account.findFirst({ where: { id: accountId ?? '' } });
  if (!account) throw invalidToken();
  return account;
}

export function noneOwned(what: string, id: string): never {
  const shown = JSON.stringify(id.slice(0, 100));
  throw new ServiceError('NOT_FOUND', `You have no ${what} with the id ${shown}.`);
}
