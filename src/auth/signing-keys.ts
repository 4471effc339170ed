import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { SigningKey } from '../db/generated/prisma/client.ts';
import { listSigningKeys } from '../db/signing-key-store.ts';
import { inTransaction, type Transaction, takeAdvisoryLock } from '../db/transaction.ts';
import type { SecretBox } from './secret-box.ts';

/** The key pairs behind access tokens, shared by all nodes through the database. */
export interface SigningKeys {
  /** The key that signs new tokens. */
  current(): Promise<{ kid: string; privateKey: string }>;
  /** The public key with this kid; undefined when there is none. */
  find(kid: unknown): Promise<string | undefined>;
  /** The public keys as a JSON Web Key Set (RFC 7517). */
  jwks(): Promise<{ keys: object[] }>;
  /** Promotes the next key and creates a new next one; the old key still verifies tokens it signed. */
  rotate(): Promise<{ kid: string }>;
}

/** A node sees a rotation within this time; keys are published long before they sign. */
const cacheMs = 30_000;
/** An unknown kid makes a node read the keys again, at most this often. */
const minReloadMs = 1000;

export interface SigningKeyOptions {
  readonly database: Database;
  readonly box: SecretBox;
  readonly clock: () => Date;
  /** How long a retired key is kept: the lifetime of a token it signed. */
  readonly retentionMs: number;
}

export function createSigningKeys({
  database,
  box,
  clock,
  retentionMs,
}: SigningKeyOptions): SigningKeys {
  let known: SigningKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  const read = async (maxAge: number): Promise<SigningKey[]> => {
    if (clock().getTime() - readAt < maxAge) return known;
    const stored = await listSigningKeys(database);
    known = stored.length > 0 ? stored : await change(() => Promise.resolve());
    readAt = clock().getTime();
    return known;
  };

  /** Runs on one node at a time; creates a current and a next key where one is missing. */
  const change = (work: (transaction: Transaction, keys: SigningKey[]) => Promise<void>) =>
    inTransaction(database, async (transaction) => {
      await takeAdvisoryLock(transaction, 'signingKeys');
      await work(transaction, await transaction.signingKey.findMany());
      for (const status of ['current', 'next']) {
        if (await transaction.signingKey.findFirst({ where: { status } })) continue;
        await transaction.signingKey.create({ data: await makeKey(status, box, clock()) });
      }
      return transaction.signingKey.findMany({ orderBy: { createdAt: 'asc' } });
    });

  return {
    async current() {
      const key = (await read(cacheMs)).find(({ status }) => status === 'current');
      if (!key) throw new Error('No signing key is marked as current.');
      return { kid: key.kid, privateKey: await box.decrypt(key.privateKey) };
    },
    async find(kid) {
      const named = (keys: SigningKey[]) => keys.find((key) => key.kid === kid)?.publicKey;
      return named(await read(cacheMs)) ?? named(await read(minReloadMs));
    },
    async jwks() {
      const keys = await read(cacheMs);
      return { keys: keys.map(({ kid, publicKey }) => toJwk(kid, publicKey)) };
    },
    async rotate() {
      known = await change(async (transaction, keys) => {
        // With a wrong DATA_KEY, other nodes could not decrypt the new key: fail before creating it.
        for (const { privateKey } of keys) await box.decrypt(privateKey);
        const changedAt = clock();
        const expiredBefore = new Date(changedAt.getTime() - retentionMs - cacheMs);
        await transaction.signingKey.deleteMany({
          where: { status: 'previous', changedAt: { lt: expiredBefore } },
        });
        const move = (from: string, to: string) =>
          transaction.signingKey.updateMany({
            where: { status: from },
            data: { status: to, changedAt },
          });
        await move('current', 'previous');
        await move('next', 'current');
      });
      readAt = clock().getTime();
      return { kid: known.find(({ status }) => status === 'current')?.kid ?? '' };
    },
  };
}

async function makeKey(status: string, box: SecretBox, now: Date): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const kid = randomBytes(12).toString('base64url');
  return {
    kid,
    status,
    publicKey,
    privateKey: await box.encrypt(privateKey),
    createdAt: now,
    changedAt: now,
  };
}

function toJwk(kid: string, publicKey: string): object {
  return { ...createPublicKey(publicKey).export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' };
}
