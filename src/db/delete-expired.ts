import { pruneChangeLog } from './change-log.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';
import { pruneRefreshTokens } from './refresh-token-store.ts';

/** Readers follow the change log within seconds. */
const changeLogMs = 60 * 60 * 1000;

/**
 * Deletes expired idempotent responses, sessions, refresh tokens and rate limits; prunes the change log.
 * Plain SQL: it runs in every service, and a service that only reads never loads Prisma's compiler.
 */
export async function deleteExpired(database: Database, now: Date): Promise<void> {
  await database.query(Prisma.sql`DELETE FROM idempotent_requests WHERE expires_at <= ${now}`);
  await database.query(Prisma.sql`DELETE FROM sessions WHERE expires_at < ${now}`);
  await pruneRefreshTokens(database, now);
  await database.query(Prisma.sql`DELETE FROM rate_limits WHERE expire < ${now.getTime()}`);
  await pruneChangeLog(database, changeLogMs);
}
