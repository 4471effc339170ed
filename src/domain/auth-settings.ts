import type * as z from 'zod';
import { integer, oneOf, scopeList, seconds, setting } from './setting-schemas.ts';

/** Settings of callers, tokens and logins. */
export const authSettings = {
  ANONYMOUS_SCOPES: setting(
    'questions:read',
    'Comma-separated scopes of callers without a token; empty requires a token for everything.',
    scopeList,
    { allowsBlank: true },
  ),
  ACCESS_TOKEN_TTL: setting('15m', 'Lifetime of an access token.', seconds),
  REFRESH_TOKEN_TTL: setting('30d', 'Lifetime of a refresh token, renewed at each use.', seconds),
  SESSION_TTL: setting('90d', 'Maximum age of a session, however often it is refreshed.', seconds),
  LOGIN_FAILURES: setting(
    '5',
    'Failed logins allowed per minute and account; four times as many per IP address.',
    integer(1, 10_000),
  ),
  REQUIRE_SECOND_FACTOR: setting(
    'off',
    'off, admins or all: accounts that must have a second factor; without one, their logins can only set it up.',
    oneOf('off', 'admins', 'all'),
  ),
};

/** Which accounts must have a second factor. */
export type SecondFactorPolicy = z.output<(typeof authSettings)['REQUIRE_SECOND_FACTOR']>;
