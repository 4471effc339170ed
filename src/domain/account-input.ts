import * as z from 'zod';
import { defineRules } from './rules.ts';
import { roleNames, scopes } from './scopes.ts';
import { secondFactorCode } from './second-factor-input.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';

/** The normalized e-mail address that identifies an account. */
export function canonicalEmail(address: string): string {
  return address.normalize('NFC').trim().toLowerCase();
}

export const emailAddress = text(3, 254)
  .check((payload) => {
    payload.value = canonicalEmail(payload.value);
    if (/^[^\s@]+@[^\s@]+$/.test(payload.value)) return;
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: 'Must be an e-mail address.',
      params: { code: 'invalid' },
    });
  })
  .meta({
    minLength: 3,
    maxLength: 254,
    format: 'email',
    description: 'E-mail address, case-insensitive.',
  });

/** A new password is neither trimmed nor normalized. */
export const newPassword = z
  .string()
  .check((payload) => {
    const { length } = [...payload.value];
    if (length >= 12 && length <= 128 && payload.value.isWellFormed()) return;
    payload.issues.push({
      code: 'custom',
      input: '',
      message: 'Must have 12 to 128 characters.',
      params: { code: length < 12 ? 'too_short' : 'too_long' },
      continue: true,
    });
  })
  .meta({ minLength: 12, maxLength: 128, description: 'The new password, 12 to 128 characters.' });

/** A password to verify may be any text. */
const anyPassword = z.string().max(1000).meta({ description: 'The current password.' });

const maxQuota = 1_000_000;

const role = z.enum(roleNames).meta({ description: 'A named set of scopes.' });

export const loginInput = defineRules(
  z.strictObject({
    email: z.string().max(1000),
    password: anyPassword,
    code: secondFactorCode.optional().meta({
      description:
        'For an account with a second factor: the six digits that the authenticator app shows, or a recovery code. Ignored for others.',
    }),
    cookie: z.boolean().default(false).meta({
      description:
        'For browsers: set the refresh token as a cookie, which /auth/token and /auth/revoke read, instead of returning it.',
    }),
  }),
);

export const newAccount = defineRules(
  z.strictObject({ email: emailAddress, password: newPassword, role }),
);

export const accountChanges = defineRules(
  z
    .strictObject({
      role,
      password: newPassword,
      disabled: z
        .boolean()
        .meta({ description: 'A disabled account cannot log in, and its tokens are invalid.' }),
      quota: z.int().min(1).max(maxQuota).nullable().meta({
        description: 'Points a minute for all keys and sessions together; null for the default.',
      }),
    })
    .partial(),
  (value) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0
      ? [{ path: [], code: 'required', detail: 'At least one field is required.' }]
      : [],
);

export const passwordChange = defineRules(
  z.strictObject({ current: anyPassword, new: newPassword }),
);

export const newApiKey = defineRules(
  z.strictObject({
    name: text(1, 100).meta({ description: 'The purpose of the key.' }),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).meta({
      description: 'The scopes of the key; at most those of the account.',
    }),
    expiresAt: timestamp
      .nullable()
      .default(null)
      .meta({ description: 'Expiry time; without one the key never expires.' }),
  }),
);

const word = z.string().max(4000);

const tokenRequestSchema = z.strictObject({
  grantType: word.meta({ description: 'client_credentials or refresh_token.' }),
  clientId: word.optional().meta({ description: 'The id of an API key, for client_credentials.' }),
  clientSecret: word.optional().meta({ description: 'The API key, for client_credentials.' }),
  refreshToken: word.optional().meta({
    description: 'The refresh token, for refresh_token; may be left out if it is in the cookie.',
  }),
  scope: word
    .optional()
    .meta({ description: 'Space-separated scopes, to request fewer than the grant allows.' }),
});

export type TokenRequest = z.output<typeof tokenRequestSchema>;

/** The token request of RFC 6749; each grant checks the fields it needs. */
export const tokenRequest = defineRules(tokenRequestSchema);

const tokenReference = z.strictObject({
  token: word.meta({ description: 'The token.' }),
  tokenTypeHint: word
    .optional()
    .meta({ description: 'access_token or refresh_token; a hint only.' }),
  clientId: word.optional().meta({ description: 'The id of an API key, for client_credentials.' }),
  clientSecret: word.optional().meta({ description: 'The API key, for client_credentials.' }),
});

/** The body of introspect (RFC 7662). */
export const tokenInput = defineRules(tokenReference);

/** The body of revoke (RFC 7009). */
export const revocationInput = defineRules(
  tokenReference.extend({
    token: word
      .optional()
      .meta({ description: 'The token; may be left out if it is in the cookie.' }),
  }),
);
