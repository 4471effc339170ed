import { z } from 'zod';
import { defineRules } from './rules.ts';
import { roleNames, scopes } from './scopes.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';

/** An address as it is kept and looked up: however it was typed, it is one account. */
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
    description: 'E-mail address; any case.',
  });

/** A new password is neither trimmed nor normalised: what was typed is what counts. */
export const newPassword = z
  .string()
  .check((payload) => {
    const { length } = [...payload.value];
    if (length >= 12 && length <= 128 && payload.value.isWellFormed()) return;
    payload.issues.push({
      code: 'custom',
      input: '',
      message: 'Takes 12 to 128 characters.',
      params: { code: length < 12 ? 'too_short' : 'too_long' },
      continue: true,
    });
  })
  .meta({ minLength: 12, maxLength: 128, description: 'A password of 12 to 128 characters.' });

/** A password to be checked may be anything; a wrong one is simply wrong. */
const anyPassword = z.string().max(1000).meta({ description: 'The password.' });

const role = z.enum(roleNames).meta({ description: 'A named set of scopes.' });

export const loginInput = defineRules(
  z.strictObject({ email: z.string().max(1000), password: anyPassword }),
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
        .meta({ description: 'A disabled account cannot log in and its tokens stop working.' }),
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
    name: text(1, 100).meta({ description: 'What the key is for.' }),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).meta({
      description: 'What the key may do; never more than its account.',
    }),
    expiresAt: timestamp.nullable().default(null).meta({ description: 'When it stops working.' }),
  }),
);

const word = z.string().max(4000);

const tokenRequestSchema = z.strictObject({
  grantType: word.meta({ description: 'client_credentials or refresh_token.' }),
  clientId: word.optional().meta({ description: 'The id of an API key.' }),
  clientSecret: word.optional().meta({ description: 'The API key itself.' }),
  refreshToken: word.optional().meta({ description: 'The refresh token, for that grant.' }),
  scope: word.optional().meta({ description: 'Fewer scopes than the grant allows, by spaces.' }),
});

export type TokenRequest = z.output<typeof tokenRequestSchema>;

/** RFC 6749's token request; which fields a grant needs is told by the grant. */
export const tokenRequest = defineRules(tokenRequestSchema);

/** The body of revoke (RFC 7009) and introspect (RFC 7662). */
export const tokenInput = defineRules(
  z.strictObject({
    token: word.meta({ description: 'The token in question.' }),
    tokenTypeHint: word
      .optional()
      .meta({ description: 'access_token or refresh_token; a hint only.' }),
    clientId: word.optional().meta({ description: 'The id of an API key.' }),
    clientSecret: word.optional().meta({ description: 'The API key itself.' }),
  }),
);
