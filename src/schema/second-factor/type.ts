import type { SecondFactorSetup } from '../../auth/second-factor.ts';
import { builder } from '../builder.ts';

export const SecondFactorSetupRef = builder
  .objectRef<SecondFactorSetup>('SecondFactorSetup')
  .implement({
    description:
      'A second factor that is being set up: time-based one-time passwords (TOTP, RFC 6238) with six digits, 30 seconds and SHA-1.',
    fields: (t) => ({
      secret: t.exposeString('secret', {
        description:
          'The secret in base32, to be typed into an authenticator app. Shown only here.',
      }),
      otpauthUri: t.exposeString('otpauthUri', {
        description: 'The same as a link or QR code for authenticator apps.',
      }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Until when it can be confirmed; after that, start again.',
      }),
    }),
  });

export const RecoveryCodesRef = builder
  .objectRef<{ readonly recoveryCodes: readonly string[] }>('RecoveryCodes')
  .implement({
    description: 'Codes that replace one of the authenticator app when the device is lost.',
    fields: (t) => ({
      recoveryCodes: t.stringList({
        description: 'Ten codes, each good for one use. Shown only here.',
        resolve: ({ recoveryCodes }) => [...recoveryCodes],
      }),
    }),
  });
