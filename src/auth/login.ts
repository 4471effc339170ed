import { countCodeFailure } from '../db/second-factor-store.ts';
import type { AuthContext } from './auth.ts';
import { type Credentials, type LoginGate, verifyPassword } from './password-proof.ts';
import { examineCode, SecondFactorRequired, WrongCode } from './second-factor-proof.ts';
import type { RunChange, TokenSet } from './token-service.ts';

/**
 * Starts a session. The password is verified first: who does not know it learns nothing of a second
 * factor, nor whether a code would be right.
 */
export async function logIn(
  { auth, clock }: AuthContext,
  change: RunChange,
  credentials: Credentials,
  gate: LoginGate,
  userAgent: string | null,
): Promise<TokenSet> {
  const { database, box } = auth;
  const account = await verifyPassword(database, credentials, gate, clock());
  const { id, email, secondFactorAt } = account;
  const { code } = credentials;
  const isAsked = secondFactorAt !== null && code !== undefined;
  const proof = isAsked ? await examineCode({ database, box, clock }, id, code) : undefined;
  try {
    const tokens = await auth.tokens.startSession(change, { account, proof, userAgent });
    await gate.throttle.succeed(email, gate.address);
    gate.note('succeeded', id);
    return tokens;
  } catch (error) {
    if (error instanceof SecondFactorRequired) {
      gate.note('needs a second factor', id);
      // No failure, but no success either: earlier wrong codes still count.
      await gate.throttle.cancel(email, gate.address);
    }
    if (error instanceof WrongCode) {
      gate.note('failed', id);
      await countCodeFailure(database, id);
    }
    throw error;
  }
}
