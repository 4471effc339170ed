import { pruneChangeLog } from './change-log.ts';
import type { Database } from './database.ts';
import { deleteOldEmbeddings } from './embeddings-cache.ts';
import { Prisma } from './generated/prisma/client.ts';
import { deleteOldImports } from './imports/import-store.ts';
import { deleteExpiredSessions } from './quiz-sessions.ts';
import { pruneRefreshTokens } from './refresh-token-store.ts';

/**
 * Deletes expired idempotent responses, sessions, quiz sessions, refresh tokens and rate limits, events that are
 * older than `eventsKeep` seconds, and old embeddings.
 * Plain SQL: it runs in every service, and a service that only reads never loads Prisma's compiler.
 */
export async function deleteExpired(
  database: Database,
  now: Date,
  eventsKeep: number,
): Promise<void> {
  // By the clock of the database, as they were written: a node that is ahead would forget them early.
  await database.query(Prisma.sql`DELETE FROM idempotent_requests WHERE expires_at <= now()`);
  await database.query(Prisma.sql`DELETE FROM sessions WHERE expires_at < ${now}`);
  await pruneRefreshTokens(database, now);
  await database.query(Prisma.sql`DELETE FROM rate_limits WHERE expire < ${now.getTime()}`);
  await pruneChangeLog(database, eventsKeep * 1000);
  await deleteOldImports(database);
  await deleteExpiredSessions(database);
  await deleteOldEmbeddings(database);
}
