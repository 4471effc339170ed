import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { DatabaseError } from '../db/database-error.ts';

/** Locks secrets before they are stored, so that a copy of the database does not give them away. */
export interface SecretBox {
  lock(secret: string): string;
  unlock(stored: string): string;
}

const prefix = 'v1:';

/** AES-256-GCM under a key derived from DATA_KEY; without one, secrets are stored as they are. */
export function createSecretBox(dataKey: string | undefined): SecretBox {
  if (dataKey === undefined) return { lock: (secret) => secret, unlock: refuseLocked };
  // The salt is fixed: DATA_KEY is a random key, and every node must derive the same one.
  const key = scryptSync(dataKey, 'quaestor secret box', 32);
  return {
    lock(secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    unlock(stored) {
      if (!stored.startsWith(prefix)) return stored;
      const bytes = Buffer.from(stored.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      try {
        return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new DatabaseError('DATA_KEY is not the key this database was used with.', { cause });
      }
    },
  };
}

function refuseLocked(stored: string): string {
  if (!stored.startsWith(prefix)) return stored;
  throw new DatabaseError(
    'The secrets in this database are encrypted. Set DATA_KEY to the key it was used with.',
  );
}
