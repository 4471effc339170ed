import type { DataOfOperation } from './api-types.ts';

/** The tokens of a login. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

type Token = DataOfOperation<'issueToken'>;

export interface SessionStore {
  current(): Session | undefined;
  set(session: Session | undefined): void;
  /** A session that is valid for a while; asks for a new one if need be. */
  renewed(isRefused?: boolean): Promise<Session | undefined>;
}

/** Renewed so long before it ends. */
const reserveMs = 30_000;

export function sessionFrom({ access_token, refresh_token, expires_in }: Token): Session {
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? undefined,
    expiresAt: Date.now() + expires_in * 1000,
  };
}

/**
 * Keeps a session valid. A refresh token is used once, and a second use ends the session: calls that need
 * a new one at the same time wait for the same answer.
 */
export function createSessionStore(
  first: Session | undefined,
  refresh: (refreshToken: string) => Promise<Session | 'refused' | 'failed'>,
  onChange: (session: Session | undefined) => void,
): SessionStore {
  let session = first;
  let renewing: Promise<void> | undefined;
  const set = (next: Session | undefined) => {
    session = next;
    onChange(next);
  };
  const renew = async (refreshToken: string) => {
    const next = await refresh(refreshToken);
    // Any other failure may pass: the session is kept for the next attempt.
    if (next !== 'failed') set(next === 'refused' ? undefined : next);
  };
  return {
    current: () => session,
    set,
    async renewed(isRefused = false) {
      const isOld = session && (isRefused || session.expiresAt - reserveMs < Date.now());
      if (!session?.refreshToken || !(isOld || renewing)) return session;
      renewing ??= renew(session.refreshToken).finally(() => {
        renewing = undefined;
      });
      await renewing;
      return session;
    },
  };
}
