import {
  secondFactorConfirmation,
  secondFactorProof,
  secondFactorStart,
} from '../../domain/second-factor-input.ts';
import type { Row } from './row.ts';

export const secondFactorRows: readonly Row[] = [
  {
    method: 'POST',
    path: '/auth/second-factor',
    name: 'startSecondFactor',
    summary: 'Start to set up a second factor (TOTP); the secret is shown only once',
    body: { name: 'SecondFactorStart', rules: secondFactorStart, variable: 'input' },
    document: `
      mutation StartSecondFactor($input: SecondFactorStartInput!) {
        body: startSecondFactor(input: $input) {
          secret otpauth_uri: otpauthUri expires_at: expiresAt
        }
      }`,
    success: { status: 201, isSecret: true },
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    name: 'confirmSecondFactor',
    summary:
      'Confirm a second factor with its first code; ends your other sessions and shows recovery codes once',
    body: { name: 'SecondFactorConfirmation', rules: secondFactorConfirmation, variable: 'input' },
    document: `
      mutation ConfirmSecondFactor($input: SecondFactorConfirmationInput!) {
        body: confirmSecondFactor(input: $input) { recovery_codes: recoveryCodes }
      }`,
    success: { status: 200, isSecret: true },
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  {
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    name: 'renewRecoveryCodes',
    summary: 'Replace your recovery codes; the new ones are shown only once',
    body: { name: 'SecondFactorProof', rules: secondFactorProof, variable: 'input' },
    document: `
      mutation RenewRecoveryCodes($input: SecondFactorProofInput!) {
        body: renewRecoveryCodes(input: $input) { recovery_codes: recoveryCodes }
      }`,
    success: { status: 200, isSecret: true },
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  {
    method: 'POST',
    path: '/auth/second-factor/remove',
    name: 'removeSecondFactor',
    summary: 'Remove your second factor; ends your other sessions',
    body: { name: 'SecondFactorProof', rules: secondFactorProof, variable: 'input' },
    document: `
      mutation RemoveSecondFactor($input: SecondFactorProofInput!) {
        removed: removeSecondFactor(input: $input)
      }`,
    success: { status: 204 },
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  {
    method: 'DELETE',
    path: '/auth/accounts/{id}/second-factor',
    name: 'resetSecondFactor',
    summary: 'Remove the second factor of an account whose owner has lost it; ends its sessions',
    document: 'mutation ResetSecondFactor($id: ID!) { body: resetSecondFactor(id: $id) }',
    success: { status: 204 },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
];
