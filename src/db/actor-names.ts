import { isUuid } from '../domain/uuid.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/**
 * Names for caller ids: the e-mail address of `account:<id>`, the name of `key:<id>`. Deleted accounts
 * and keys, and callers without an account, have none.
 */
export async function findActorNames(
  database: Database,
  callerIds: readonly string[],
): Promise<Map<string, string>> {
  const idsOf = (prefix: string) =>
    callerIds
      .filter((callerId) => callerId.startsWith(prefix))
      .map((callerId) => callerId.slice(prefix.length))
      .filter(isUuid);
  const rows = await database.query<{ callerId: string; name: string }>(Prisma.sql`
    SELECT 'account:' || id AS "callerId", email AS name
    FROM accounts WHERE id = ANY(${idsOf('account:')}::uuid[])
    UNION ALL
    SELECT 'key:' || id, name FROM api_keys WHERE id = ANY(${idsOf('key:')}::uuid[])`);
  return new Map(rows.map(({ callerId, name }) => [callerId, name]));
}
