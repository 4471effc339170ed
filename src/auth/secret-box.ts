import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { DatabaseError } from '../db/database-error.ts';

/** Encrypts secrets before they are stored, so that a copy of the database does not reveal them. */
export interface SecretBox {
  encrypt(secret: string): Promise<string>;
  decrypt(stored: string): Promise<string>;
}

const prefix = 'v1:';

/** AES-256-GCM under a key derived from DATA_KEY; without one, secrets are stored in plain text. */
export function createSecretBox(dataKey: string | undefined): SecretBox {
  if (dataKey === undefined) return { encrypt: async (secret) => secret, decrypt: rejectEncrypted };
  const keyOf = () => deriveKey(dataKey);
  return {
    async encrypt(secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', await keyOf(), nonce);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    async decrypt(stored) {
      if (!stored.startsWith(prefix)) return stored;
      const bytes = Buffer.from(stored.slice(prefix.length), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', await keyOf(), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      try {
        return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new DatabaseError(
          'DATA_KEY does not match the key that encrypted this database. Set it to that key.',
          { cause },
        );
      }
    },
  };
}

let last: { readonly dataKey: string; readonly derived: Promise<Buffer> } | undefined;

/**
 * In a thread, and once: it takes a tenth of a second, which a service spends while it is loaded. The salt is fixed:
 * DATA_KEY is a random key, and every node must derive the same one.
 */
export function deriveKey(dataKey: string): Promise<Buffer> {
  if (last?.dataKey !== dataKey) {
    const derive = promisify<string, string, number, Buffer>(scrypt);
    last = { dataKey, derived: derive(dataKey, 'quaestor secret box', 32) };
  }
  return last.derived;
}

async function rejectEncrypted(stored: string): Promise<string> {
  if (!stored.startsWith(prefix)) return stored;
  throw new DatabaseError(
    'The secrets in this database are encrypted. Set DATA_KEY to the key that encrypted them.',
  );
}
