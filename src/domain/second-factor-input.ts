import * as z from 'zod';
import { defineRules } from './rules.ts';

/** A code without the spaces and hyphens that people type, recovery codes in lower case. */
export function canonicalCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase();
}

const sixDigits = /^\d{6}$/;
const recoveryCode = /^[a-z2-7]{24}$/;

function codeLike(patterns: readonly RegExp[], message: string, description: string) {
  return z
    .string()
    .max(100)
    .check((payload) => {
      payload.value = canonicalCode(payload.value);
      if (patterns.some((pattern) => pattern.test(payload.value))) return;
      payload.issues.push({ code: 'custom', input: '', message, params: { code: 'invalid' } });
    })
    .meta({ maxLength: 100, description });
}

/** A code of the authenticator app, or a recovery code. */
export const secondFactorCode = codeLike(
  [sixDigits, recoveryCode],
  'Must be the six digits of your authenticator app, as a string, or a recovery code.',
  'The six digits that the authenticator app shows, or a recovery code.',
);

const appCode = codeLike(
  [sixDigits],
  'Must be the six digits of your authenticator app, as a string.',
  'The six digits that the authenticator app shows.',
);

const password = z.string().max(1000).meta({ description: 'Your current password.' });

export const secondFactorStart = defineRules(z.strictObject({ password }));

export const secondFactorConfirmation = defineRules(z.strictObject({ code: appCode }));

/** What changes a second factor proves both factors again. */
export const secondFactorProof = defineRules(z.strictObject({ password, code: secondFactorCode }));
