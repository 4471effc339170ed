import type { Database } from './database.ts';

/** Deletes what nobody can use any more: answers to repeat, logins, counts of requests. */
export async function deleteExpired({ prisma }: Database, now: Date): Promise<void> {
  await prisma.idempotentRequest.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.session.deleteMany({ where: { expiresAt: { lt: now } } });
  await prisma.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } });
}
