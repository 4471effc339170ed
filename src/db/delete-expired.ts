import { pruneChangeLog } from './change-log.ts';
import type { Database } from './database.ts';
import { pruneRefreshTokens } from './refresh-token-store.ts';

/** Readers follow the change log within seconds. */
const changeLogMs = 60 * 60 * 1000;

/** Deletes expired idempotent responses, sessions, refresh tokens and rate limits; prunes the change log. */
export async function deleteExpired(database: Database, now: Date): Promise<void> {
  const { prisma } = database;
  await prisma.idempotentRequest.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.session.deleteMany({ where: { expiresAt: { lt: now } } });
  await pruneRefreshTokens(database, now);
  await prisma.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } });
  await pruneChangeLog(database, changeLogMs);
}
