import type { Database } from './database.ts';

/** Deletes expired idempotent responses, sessions and rate limits. */
export async function deleteExpired({ prisma }: Database, now: Date): Promise<void> {
  await prisma.idempotentRequest.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.session.deleteMany({ where: { expiresAt: { lt: now } } });
  await prisma.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } });
}
