import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { readOrStoreSecret } from '../db/shared-secret-store.ts';
import type { SecretBox } from './secret-box.ts';

/** What each secret is for; a secret never changes. */
export type SecretName = 'idempotency-fingerprints' | 'quiz-choices';

/** Reads a random 256-bit key that all nodes share through the database; the first to ask creates it. */
export type SharedSecrets = (name: SecretName) => Promise<Buffer>;

export interface SharedSecretOptions {
  readonly database: Database;
  readonly box: SecretBox;
  readonly clock: () => Date;
}

export function createSharedSecrets({ database, box, clock }: SharedSecretOptions): SharedSecrets {
  const known = new Map<SecretName, Buffer>();
  return async (name) => {
    const cached = known.get(name);
    if (cached) return cached;
    const offered = await box.encrypt(randomBytes(32).toString('base64url'));
    const stored = await readOrStoreSecret(database, name, offered, clock());
    const secret = Buffer.from(await box.decrypt(stored), 'base64url');
    known.set(name, secret);
    return secret;
  };
}
