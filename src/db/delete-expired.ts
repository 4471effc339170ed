import type { Database } from './database.ts';
import { pruneRefreshTokens } from './refresh-token-store.ts';

/** Deletes expired idempotent responses, sessions, refresh tokens and rate limits. */
export async function deleteExpired(database: Database, now: Date): Promise<void> {
  const { prisma } = database;
  await prisma.idempotentRequest.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.session.deleteMany({ where: { expiresAt: { lt: now } } });
  await pruneRefreshTokens(database, now);
  await prisma.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } });
}
