import { lockAccount } from '../db/account-store.ts';
import type { Database } from '../db/database.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { countCodeFailure, useStep } from '../db/second-factor-store.ts';
import type { Transaction } from '../db/transaction.ts';
import { invalidToken } from '../domain/caller.ts';
import { ServiceError, validationError } from '../domain/errors.ts';
import type { AuthContext } from './auth.ts';
import { assertPassword, type LoginGate, proveOwner, wrongPassword } from './password-proof.ts';
import { deleteFactor, markAccount, replaceRecoveryCodes } from './second-factor-changes.ts';
import { examineCode, useProof, wrongCodeMessage } from './second-factor-proof.ts';
import { endSessions } from './sessions.ts';
import { makeTotpSecret, matchStep, otpauthUri } from './totp.ts';

/** Milliseconds in which the first code has to follow. */
const setupTime = 15 * 60 * 1000;

/** What an authenticator app needs, shown once. */
export interface SecondFactorSetup {
  readonly secret: string;
  readonly otpauthUri: string;
  readonly expiresAt: Date;
}

/** Whose second factor is changed, and where. */
export interface OwnerRequest extends AuthContext {
  readonly account: Account;
  /** The session that makes the change, which goes on. */
  readonly sessionId: string | null;
  readonly gate: LoginGate;
  readonly change: <T>(
    work: (transaction: Transaction) => Promise<T>,
    options: { responseIsSecret: boolean; database: Database },
  ) => Promise<T>;
}

/** Makes a secret that counts once a code of it was confirmed. An earlier one without is replaced. */
export async function startSecondFactor(
  request: OwnerRequest,
  password: string,
): Promise<SecondFactorSetup> {
  const { account, gate, auth, clock } = request;
  rejectSecond(account);
  await proveOwner(account, gate, () => assertPassword(account, password, 'password'));
  const secret = makeTotpSecret();
  const fresh = { secret: await auth.box.encrypt(secret), lastStep: null, failures: 0 };
  const createdAt = clock();
  await changeOwn(request, async (transaction, current) => {
    rejectSecond(current);
    await transaction.secondFactor.upsert({
      where: { accountId: account.id },
      create: { accountId: account.id, ...fresh, createdAt },
      update: { ...fresh, createdAt },
    });
  });
  const service = `Quaestor ${new URL(auth.issuer()).hostname}`;
  return {
    secret,
    otpauthUri: otpauthUri(service, account.email, secret),
    expiresAt: new Date(createdAt.getTime() + setupTime),
  };
}

/** From now on logins need a code. Ends the other sessions; returns the recovery codes. */
export async function confirmSecondFactor(
  request: OwnerRequest,
  code: string,
): Promise<readonly string[]> {
  const { account, sessionId, gate, auth, clock } = request;
  rejectSecond(account);
  const { id: accountId } = account;
  const pending = await auth.database.prisma.secondFactor.findFirst({ where: { accountId } });
  const now = clock();
  if (!pending || pending.createdAt.getTime() + setupTime <= now.getTime()) throw notStarted();
  return proveOwner(account, gate, async () => {
    const step = matchStep(await auth.box.decrypt(pending.secret), code, now);
    if (step === undefined) throw wrongCode();
    return changeOwn(request, async (transaction, current) => {
      rejectSecond(current);
      // The first code is used up too.
      if (!(await useStep(transaction, accountId, pending.secret, step))) throw wrongCode();
      await endSessions(transaction, accountId, sessionId, now);
      await transaction.session.updateMany({
        where: { id: sessionId ?? '', accountId },
        data: { secondFactor: true },
      });
      await markAccount(transaction, accountId, now, now);
      return replaceRecoveryCodes(transaction, accountId);
    });
  });
}

/** Takes the password and a code, or a recovery code. Ends the other sessions. */
export async function removeSecondFactor(
  request: OwnerRequest,
  proof: { readonly password: string; readonly code: string },
): Promise<void> {
  const { account, sessionId, clock } = request;
  const remove = async (transaction: Transaction) => {
    await deleteFactor(transaction, account.id, clock());
    await endSessions(transaction, account.id, sessionId, clock());
  };
  await withBothFactors(request, proof, remove, false);
}

/** New recovery codes; those until now are no longer accepted. */
export function renewRecoveryCodes(
  request: OwnerRequest,
  proof: { readonly password: string; readonly code: string },
): Promise<readonly string[]> {
  return withBothFactors(request, proof, (transaction) =>
    replaceRecoveryCodes(transaction, request.account.id),
  );
}

async function withBothFactors<T>(
  request: OwnerRequest,
  { password, code }: { readonly password: string; readonly code: string },
  work: (transaction: Transaction) => Promise<T>,
  responseIsSecret = true,
): Promise<T> {
  const { account, gate, auth, clock } = request;
  const { database, box } = auth;
  if (!account.secondFactorAt) throw noSecondFactor();
  return proveOwner(account, gate, async () => {
    await assertPassword(account, password, 'password');
    const proof = await examineCode({ database, box, clock }, account.id, code);
    try {
      return await changeOwn(
        request,
        async (transaction, current) => {
          if (!current.secondFactorAt) throw noSecondFactor();
          if (!(await useProof(transaction, account.id, proof))) throw new RefusedCode();
          return work(transaction);
        },
        responseIsSecret,
      );
    } catch (error) {
      if (!(error instanceof RefusedCode)) throw error;
      await countCodeFailure(database, account.id);
      throw wrongCode();
    }
  });
}

class RefusedCode extends Error {}

/** Locks the account, whose password must still be the one that was verified. */
function changeOwn<T>(
  { account, change, auth }: OwnerRequest,
  work: (transaction: Transaction, current: Account) => Promise<T>,
  responseIsSecret = true,
): Promise<T> {
  return change(
    async (transaction) => {
      const current = await lockAccount(transaction, account.id);
      if (!current) throw invalidToken();
      if (current.passwordHash !== account.passwordHash) throw wrongPassword('password');
      return work(transaction, current);
    },
    { responseIsSecret, database: auth.database },
  );
}

function rejectSecond({ secondFactorAt }: Account): void {
  if (!secondFactorAt) return;
  throw new ServiceError(
    'CONFLICT',
    'This account has a second factor. Remove it first, with your password and a code.',
  );
}

function noSecondFactor(): ServiceError {
  return new ServiceError('CONFLICT', 'This account has no second factor. Set one up first.');
}

function notStarted(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'No second factor is being set up: start again, and confirm it within 15 minutes.',
  );
}

function wrongCode(): ServiceError {
  const fault = { path: ['code'], code: 'wrong', detail: wrongCodeMessage };
  return validationError('BAD_USER_INPUT', [fault]);
}
