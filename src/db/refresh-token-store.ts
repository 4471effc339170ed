import type { Prisma } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

const withAccount = {
  session: { include: { account: true } },
} as const satisfies Prisma.RefreshTokenInclude;

/** A refresh token with its session and account; null when there is none with this hash. */
export function findRefreshToken(prisma: Pick<Transaction, 'refreshToken'>, hash: string) {
  return prisma.refreshToken.findUnique({ where: { hash }, include: withAccount });
}

/** The same, locked against concurrent use until the transaction ends. */
export async function lockRefreshToken(transaction: Transaction, hash: string) {
  await transaction.$queryRaw`SELECT 1 FROM refresh_tokens WHERE hash = ${hash} FOR UPDATE`;
  return findRefreshToken(transaction, hash);
}
