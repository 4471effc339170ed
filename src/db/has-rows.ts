import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/**
 * Whether a table has any rows. Runs at every start, so it uses the driver directly: loading Prisma's
 * query compiler takes half a second.
 */
export async function hasRows(
  database: Database,
  table: 'accounts' | 'question_versions',
): Promise<boolean> {
  const rows = await database.query(Prisma.sql`SELECT 1 FROM ${Prisma.raw(table)} LIMIT 1`);
  return rows.length > 0;
}
