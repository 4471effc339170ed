import type { Config } from '../config.ts';
import type { Storage } from '../db/storage.ts';
import type { Log } from '../log.ts';
import { type Auth, createAuth } from './auth.ts';
import { createPasswordPolicy } from './password-policy.ts';

/** The public URL of the service, which is also the issuer of its tokens. */
export function issuerOf({ publicUrl, host, port }: Config): string {
  if (publicUrl) return publicUrl;
  // A service that listens on all interfaces is reached by name.
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Apart from the app, so that commands do not load the whole service. */
export function openAuth(
  config: Config,
  { reserved, dataKey }: Storage,
  clock: () => Date,
  log: Pick<Log, 'warn'>,
  issuer: () => string = () => issuerOf(config),
): Auth {
  return createAuth({
    database: reserved,
    clock,
    issuer,
    dataKey,
    passwords: createPasswordPolicy({ url: config.breachedPasswordsUrl, log }),
    anonymousScopes: config.anonymousScopes,
    requireSecondFactor: config.requireSecondFactor,
    accessLifetime: config.accessTokenTtl,
    refreshLifetime: config.refreshTokenTtl,
    sessionLifetime: config.sessionTtl,
  });
}
