import {
  secondFactorConfirmation,
  secondFactorProof,
  secondFactorStart,
} from '../../domain/second-factor-input.ts';
import { builder } from '../builder.ts';

export const SecondFactorStartInput = builder.inputType('SecondFactorStartInput', {
  description: 'Your password, so that nobody with a stolen token can shut you out.',
  extensions: { rules: secondFactorStart },
  fields: (t) => ({ password: t.string({ required: true }) }),
});

export const SecondFactorConfirmationInput = builder.inputType('SecondFactorConfirmationInput', {
  description: 'The first code of a new second factor.',
  extensions: { rules: secondFactorConfirmation },
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'The six digits that the authenticator app shows.',
    }),
  }),
});

export const SecondFactorProofInput = builder.inputType('SecondFactorProofInput', {
  description: 'Both factors, for changes of the second.',
  extensions: { rules: secondFactorProof },
  fields: (t) => ({
    password: t.string({ required: true }),
    code: t.string({
      required: true,
      description: 'The six digits that the authenticator app shows, or a recovery code.',
    }),
  }),
});
