import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';
import type { Transaction } from './transaction.ts';

const withAccount = {
  session: { include: { account: true } },
} as const satisfies Prisma.RefreshTokenInclude;

/** Used tokens of a session that are remembered, so that reuse reveals a theft: ten days of refreshes. */
const maxUsedTokens = 1000;

/** Deletes tokens that can neither be used nor reveal a theft: expired, revoked, or used long ago. */
export async function pruneRefreshTokens(database: Database, now: Date): Promise<void> {
  await database.query(Prisma.sql`
    DELETE FROM refresh_tokens WHERE expires_at <= ${now}
      OR session_id IN (SELECT id FROM sessions WHERE revoked_at IS NOT NULL)`);
  await database.query(Prisma.sql`
    DELETE FROM refresh_tokens WHERE hash IN (
      SELECT hash FROM (
        SELECT hash, row_number() OVER (PARTITION BY session_id ORDER BY used_at DESC, hash) AS place
        FROM refresh_tokens WHERE used_at IS NOT NULL
      ) AS used WHERE place > ${maxUsedTokens}
    )`);
}

/** A refresh token with its session and account; null when there is none with this hash. */
export function findRefreshToken(prisma: Pick<Transaction, 'refreshToken'>, hash: string) {
  return prisma.refreshToken.findFirst({ where: { hash }, include: withAccount });
}

/** The same, locked against concurrent use until the transaction ends. */
export async function lockRefreshToken(transaction: Transaction, hash: string) {
  await transaction.$queryRaw`SELECT 1 FROM refresh_tokens WHERE hash = ${hash} FOR UPDATE`;
  return findRefreshToken(transaction, hash);
}
