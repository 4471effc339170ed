import type { Database } from '../db/database.ts';
import { useRecoveryCode, useStep } from '../db/second-factor-store.ts';
import type { Transaction } from '../db/transaction.ts';
import { ServiceError } from '../domain/errors.ts';
import { hashToken } from './opaque-token.ts';
import type { SecretBox } from './secret-box.ts';
import { matchStep } from './totp.ts';

/** A code that may be accepted, once: which one is decided when it is used. */
export type Proof =
  | { readonly kind: 'step'; readonly secret: string; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: string }
  | { readonly kind: 'wrong' };

export interface ProofOptions {
  readonly database: Database;
  readonly box: SecretBox;
  readonly clock: () => Date;
}

/** Looks at a code outside of the transaction that uses it: decrypting the secret may take a while. */
export async function examineCode(
  { database, box, clock }: ProofOptions,
  accountId: string,
  code: string,
): Promise<Proof> {
  if (!/^\d{6}$/.test(code)) return { kind: 'recovery', hash: hashToken(code) };
  const factor = await database.prisma.secondFactor.findFirst({ where: { accountId } });
  if (!factor) return { kind: 'wrong' };
  const { secret } = factor;
  const step = matchStep(await box.decrypt(secret), code, clock());
  return step === undefined ? { kind: 'wrong' } : { kind: 'step', secret, step };
}

/** Uses the code up; false if it is wrong or was used before. */
export async function useProof(
  transaction: Transaction,
  accountId: string,
  proof: Proof,
): Promise<boolean> {
  switch (proof.kind) {
    case 'step':
      return useStep(transaction, accountId, proof.secret, proof.step);
    case 'recovery':
      return useRecoveryCode(transaction, accountId, proof.hash);
    case 'wrong':
      return false;
  }
}

/** The password is right, and the account has a second factor. */
export class SecondFactorRequired extends ServiceError {
  constructor() {
    super(
      'SECOND_FACTOR_REQUIRED',
      'This account has a second factor. Log in again with `code`: the six digits of the authenticator app, or a recovery code.',
      { headers: challenge },
    );
  }
}

/** The password is right, and the code is not. */
export class WrongCode extends ServiceError {
  constructor() {
    super('UNAUTHENTICATED', wrongCodeMessage, { headers: challenge });
  }
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="quaestor"' };

export const wrongCodeMessage =
  'The code is wrong, expired or was already used. Wait for the next one, or use a recovery code.';
