/** Who uses the page: the access token stays in memory, the refresh token in a cookie that scripts cannot read. */
export interface Session {
  readonly email: string;
  readonly scopes: readonly string[];
  /** Of a password that the service made up. */
  readonly passwordExpiresAt?: string | null;
  /** The account must have a second factor and has none: nothing but setting it up works. */
  readonly needsSecondFactor?: boolean;
  /** The service ended it: what is shown and typed stays, until somebody signs in or out. */
  readonly hasEnded?: true;
}

interface TokenResponse {
  readonly access_token: string;
  readonly expires_in: number;
}

/** Set while a session may exist, so that visitors without one ask for none. */
const hint = 'quaestor-session';
/** Longer than the service works on a request: the answer to a refresh, if given up, is lost with its cookie. */
const timeoutMs = 60_000;
/** Renewed so long before it ends, in milliseconds. */
const reserve = 60_000;

let token: { readonly value: string; readonly expiresAt: number } | undefined;
let session: Session | undefined;
const listeners = new Set<() => void>();

export function currentSession(): Session | undefined {
  return session;
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let open: Promise<readonly string[]> | undefined;

/** The scopes of visitors without a session: asked for once, so that nothing is tried that is refused. */
export function anonymousScopes(): Promise<readonly string[]> {
  open ??= fetch('/.well-known/oauth-authorization-server', {
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (response) => (await response.json()).anonymous_scopes ?? [])
    .catch(() => {
      // Asked again by the next page that needs them.
      open = undefined;
      return [];
    });
  return open;
}

/** What somebody types to sign in; the code if the account has a second factor. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** Resolves to what was wrong, or to nothing; `code` if one of the second factor is missing. */
export async function signIn(credentials: Credentials): Promise<string | undefined> {
  const response = await post('/auth/login', { ...credentials, cookie: true });
  const body = await response.json();
  if (body.code === 'SECOND_FACTOR_REQUIRED') return 'code';
  if (!response.ok)
    return body.errors?.[0]?.detail ?? body.detail ?? 'Signing in failed. Try again.';
  await begin(body);
  return undefined;
}

export async function signOut(): Promise<void> {
  await post('/auth/revoke', {}).catch(() => undefined);
  end(undefined);
}

/** Takes up the session that an earlier visit left. */
export async function resume(): Promise<void> {
  if (localStorage.getItem(hint)) await renew();
}

/** A token that is valid for a while; undefined for a visitor without a session. */
export async function accessToken(): Promise<string | undefined> {
  if (token && token.expiresAt - reserve < Date.now()) await renew();
  // Another tab may have signed in since.
  else if (session?.hasEnded) await resume();
  return token?.value;
}

/** Tabs share the cookie, and a second use of a refresh token ends the session: one tab at a time. */
export function renew(): Promise<void> {
  return navigator.locks.request('quaestor-refresh', async () => {
    if (token && token.expiresAt - reserve > Date.now()) return;
    const response = await post('/auth/token', { grant_type: 'refresh_token' });
    if (response.ok) await begin(await response.json());
    // Any other failure may pass: the session is kept for the next attempt.
    else if (response.status === 400 || response.status === 401)
      end(session && { ...session, hasEnded: true });
  });
}

/** A password that somebody chose does not expire. */
export function notePasswordChange(): void {
  session = session && { ...session, passwordExpiresAt: null };
  for (const listener of listeners) listener();
}

/** Gets a token with the scopes that the session has from now on. */
export async function renewNow(): Promise<void> {
  forgetToken();
  await renew();
}

/** The token was refused: another one is needed before the next request. */
export function forgetToken(): void {
  token = token && { ...token, expiresAt: 0 };
}

async function begin({ access_token, expires_in }: TokenResponse): Promise<void> {
  token = { value: access_token, expiresAt: Date.now() + expires_in * 1000 };
  localStorage.setItem(hint, '1');
  // Asked again with each token: another tab may have signed in another account.
  const found = await readSession(access_token);
  if (!found && !session) throw new Error('The service did not say whose session it is.');
  session = found ?? session;
  for (const listener of listeners) listener();
}

async function readSession(accessToken: string): Promise<Session | undefined> {
  const response = await fetch('/auth/me', {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { account, scopes, password_expires_at, needs_second_factor } = await response.json();
  return {
    email: account?.email ?? 'API key',
    scopes,
    passwordExpiresAt: password_expires_at,
    needsSecondFactor: needs_second_factor,
  };
}

function end(left: Session | undefined): void {
  token = undefined;
  session = left;
  localStorage.removeItem(hint);
  for (const listener of listeners) listener();
}

function post(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    // Goes on when the page is left: the answer to a refresh replaces the cookie.
    keepalive: true,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
