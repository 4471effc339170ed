import { isUuid } from '../domain/uuid.ts';
import type { Database } from './database.ts';
import { type Account, Prisma } from './generated/prisma/client.ts';
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

/** The account of this e-mail address, or the first enabled admin. Plain SQL: Prisma is slow to load. */
export async function findAccount(
  database: Database,
  email: string | undefined,
): Promise<Pick<Account, 'id' | 'email' | 'role' | 'disabledAt'> | undefined> {
  const isMatch =
    email === undefined
      ? Prisma.sql`role = 'admin' AND disabled_at IS NULL`
      : Prisma.sql`email = ${email}`;
  const [account] = await database.query<Account>(Prisma.sql`
    SELECT id, email, role, disabled_at AS "disabledAt" FROM accounts
    WHERE ${isMatch} ORDER BY id LIMIT 1`);
  return account;
}
