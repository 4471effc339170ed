import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/**
 * Whether a table holds anything. Every start but the first asks this and nothing else, straight on
 * the driver: Prisma's query compiler alone takes half a second to load.
 */
export async function hasRows(
  database: Database,
  table: 'accounts' | 'question_versions',
): Promise<boolean> {
  const rows = await database.query(Prisma.sql`SELECT 1 FROM ${Prisma.raw(table)} LIMIT 1`);
  return rows.length > 0;
}
