import { isUuid } from '../domain/uuid.ts';
import type { Account } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

/** The account, which nobody changes until the transaction ends; others may still read it so. */
export async function holdAccount(transaction: Transaction, id: string): Promise<Account | null> {
  await transaction.$queryRaw`SELECT 1 FROM accounts WHERE id = ${id}::uuid FOR SHARE`;
  return transaction.account.findUnique({ where: { id } });
}

/** The account, locked against changes and `holdAccount` until the transaction ends. */
export async function lockAccount(transaction: Transaction, id: string): Promise<Account | null> {
  if (!isUuid(id)) return null;
  await transaction.$queryRaw`SELECT 1 FROM accounts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return transaction.account.findUnique({ where: { id } });
}
