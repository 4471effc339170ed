import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';

/** The admin account of every test database. */
export const admin = { email: 'admin@localhost', password: 'correct horse battery' };

/** The password of every account created by tests. */
export const password = 'a password long enough';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

export async function logIn(
  { rest }: Pick<TestApp, 'rest'>,
  { email, password }: { email: string; password: string } = admin,
): Promise<Tokens> {
  const { status, body } = await rest('POST', '/auth/login', { email, password });
  if (status !== 200) throw new Error(`Login answered ${status}: ${body.detail}`);
  return body;
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** An account with a role, and its tokens. */
export async function makeAccount(
  { rest }: Pick<TestApp, 'rest'>,
  adminToken: string,
  role = 'viewer',
): Promise<{ id: string; email: string; password: string }> {
  const email = `${role}-${randomUUID()}@example.org`;
  const { status, body } = await rest(
    'POST',
    '/auth/accounts',
    { email, password, role },
    bearer(adminToken),
  );
  if (status !== 201) throw new Error(`The account was not made: ${body.detail}`);
  return { id: body.id, email, password };
}
