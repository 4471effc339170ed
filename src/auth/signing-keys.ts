import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { advisoryLocks } from '../db/advisory-locks.ts';
import type { Database } from '../db/database.ts';
import { Prisma, type SigningKey } from '../db/generated/prisma/client.ts';
import { inTransaction, type Transaction } from '../db/transaction.ts';
import type { SecretBox } from './secret-box.ts';

/** The key pairs behind access tokens, shared by all nodes through the database. */
export interface SigningKeys {
  /** The key that signs now. */
  current(): Promise<{ kid: string; privateKey: string }>;
  /** The public key of this name; undefined when there is none. */
  find(kid: unknown): Promise<string | undefined>;
  /** The published keys as RFC 7517 has them. */
  jwks(): Promise<{ keys: object[] }>;
  /** The next key becomes the current one; a new next is made; the old one is kept for tokens still out. */
  rotate(): Promise<{ kid: string }>;
}

/** A node hears of a rotation within this time; keys are published long before they sign. */
const freshFor = 30_000;
/** An unknown kid makes a node look again, but not more often than this. */
const lookAgainAfter = 1000;

export interface SigningKeyOptions {
  readonly database: Database;
  readonly box: SecretBox;
  readonly clock: () => Date;
  /** How long a key that signs no more must be kept: as long as a token it signed may live. */
  readonly keepFor: number;
}

export function createSigningKeys({
  database,
  box,
  clock,
  keepFor,
}: SigningKeyOptions): SigningKeys {
  let known: SigningKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  const read = async (maxAge: number): Promise<SigningKey[]> => {
    if (clock().getTime() - readAt < maxAge) return known;
    const stored = await database.query<SigningKey>(Prisma.sql`
      SELECT kid, status, public_key AS "publicKey", private_key AS "privateKey",
        created_at AS "createdAt", changed_at AS "changedAt"
      FROM signing_keys ORDER BY created_at`);
    known = stored.length > 0 ? stored : await change(() => Promise.resolve());
    readAt = clock().getTime();
    return known;
  };

  /** Runs alone among all nodes; makes sure that there is a current and a next key. */
  const change = (work: (transaction: Transaction, keys: SigningKey[]) => Promise<void>) =>
    inTransaction(database, async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${advisoryLocks.signingKeys})`;
      await work(transaction, await transaction.signingKey.findMany());
      for (const status of ['current', 'next']) {
        if (await transaction.signingKey.findFirst({ where: { status } })) continue;
        await transaction.signingKey.create({ data: makeKey(status, box, clock()) });
      }
      return transaction.signingKey.findMany({ orderBy: { createdAt: 'asc' } });
    });

  return {
    async current() {
      const key = (await read(freshFor)).find(({ status }) => status === 'current');
      if (!key) throw new Error('There is no signing key.');
      return { kid: key.kid, privateKey: box.unlock(key.privateKey) };
    },
    async find(kid) {
      const named = (keys: SigningKey[]) => keys.find((key) => key.kid === kid)?.publicKey;
      return named(await read(freshFor)) ?? named(await read(lookAgainAfter));
    },
    async jwks() {
      const keys = await read(freshFor);
      return { keys: keys.map(({ kid, publicKey }) => toJwk(kid, publicKey)) };
    },
    async rotate() {
      known = await change(async (transaction, keys) => {
        // With another DATA_KEY the new key would be locked away from everybody else.
        for (const { privateKey } of keys) box.unlock(privateKey);
        const changedAt = clock();
        const outlived = new Date(changedAt.getTime() - keepFor - freshFor);
        await transaction.signingKey.deleteMany({
          where: { status: 'previous', changedAt: { lt: outlived } },
        });
        const become = (from: string, to: string) =>
          transaction.signingKey.updateMany({
            where: { status: from },
            data: { status: to, changedAt },
          });
        await become('current', 'previous');
        await become('next', 'current');
      });
      readAt = clock().getTime();
      return { kid: known.find(({ status }) => status === 'current')?.kid ?? '' };
    },
  };
}

function makeKey(status: string, box: SecretBox, now: Date): SigningKey {
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
    privateKey: box.lock(privateKey),
    createdAt: now,
    changedAt: now,
  };
}

function toJwk(kid: string, publicKey: string): object {
  return { ...createPublicKey(publicKey).export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' };
}
