import type { Database } from './database.ts';
import { Prisma, type SigningKey } from './generated/prisma/client.ts';

/** All signing keys, oldest first. Plain SQL: every start needs them, and Prisma is slow to load. */
export function listSigningKeys(database: Database): Promise<SigningKey[]> {
  return database.query<SigningKey>(Prisma.sql`
    SELECT kid, status, public_key AS "publicKey", private_key AS "privateKey",
      created_at AS "createdAt", changed_at AS "changedAt"
    FROM signing_keys ORDER BY created_at`);
}
