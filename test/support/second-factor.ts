import { randomUUID } from 'node:crypto';
import { decodeBase32 } from '../../src/auth/base32.ts';
import { totpCode } from '../../src/auth/totp.ts';
import { bearer, logIn, makeAccount, password as usual } from './accounts.ts';
import type { TestApp } from './app.ts';

const setupMs = 15 * 60 * 1000;

/** What an authenticator app shows at this time, or so many steps later. */
export function codeAt(secret: string, now: Date, later = 0): string {
  return totpCode(decodeBase32(secret), Math.floor(now.getTime() / 30_000) + later);
}

export interface Started {
  readonly secret: string;
  readonly code: string;
}

/** What a key remembers must not hold a secret either. */
const withKey = (headers: Record<string, string>) => ({
  'idempotency-key': randomUUID(),
  ...headers,
});

/** A second factor that waits for its first code, by the clock of the service. */
export async function startFactor(
  { rest }: Pick<TestApp, 'rest'>,
  headers: Record<string, string>,
  password = usual,
): Promise<Started> {
  const path = '/auth/second-factor';
  const { status, body } = await rest('POST', path, { password }, withKey(headers));
  if (status !== 201)
    throw new Error(`Starting a second factor answered ${status}: ${body.detail}`);
  const now = new Date(Date.parse(body.expires_at) - setupMs);
  return { secret: body.secret, code: codeAt(body.secret, now) };
}

/** An account gets a second factor; its first code is used up. */
export async function setUpFactor(
  service: Pick<TestApp, 'rest'>,
  headers: Record<string, string>,
  password = usual,
): Promise<Started & { readonly recoveryCodes: readonly string[] }> {
  const started = await startFactor(service, headers, password);
  const { code } = started;
  const path = '/auth/second-factor/confirm';
  const { status, body } = await service.rest('POST', path, { code }, withKey(headers));
  if (status !== 200) throw new Error(`Confirming it answered ${status}: ${body.detail}`);
  return { ...started, recoveryCodes: body.recovery_codes };
}

/** As if it had never had one. */
export async function clearFactor({ app }: Pick<TestApp, 'app'>, email: string): Promise<void> {
  await app.database.pool.query(
    `WITH cleared AS (
       UPDATE accounts SET second_factor_at = NULL WHERE email = $1 RETURNING id
     ) DELETE FROM second_factors WHERE account_id IN (SELECT id FROM cleared)`,
    [email],
  );
}

/** The address and password of an account that has a second factor. */
export async function makeGuarded(service: TestApp): Promise<{ email: string; password: string }> {
  const { email, password } = await makeAccount(service, (await logIn(service)).access_token);
  await setUpFactor(service, bearer((await logIn(service, { email, password })).access_token));
  return { email, password };
}
