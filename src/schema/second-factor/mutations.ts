import { findOwnAccount } from '../../auth/own-account.ts';
import {
  confirmSecondFactor,
  type OwnerRequest,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../../auth/second-factor.ts';
import { resetSecondFactor } from '../../auth/second-factor-changes.ts';
import { parseBy } from '../../domain/rules.ts';
import {
  secondFactorConfirmation,
  secondFactorProof,
  secondFactorStart,
} from '../../domain/second-factor-input.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import {
  SecondFactorConfirmationInput,
  SecondFactorProofInput,
  SecondFactorStartInput,
} from './inputs.ts';
import { RecoveryCodesRef, SecondFactorSetupRef } from './type.ts';

builder.mutationFields((t) => ({
  startSecondFactor: t.field({
    type: SecondFactorSetupRef,
    nullable: true,
    description:
      'Starts to set up a second factor (TOTP) for your account; it counts once confirmed. The secret is shown only in this response.',
    extensions: { access: 'setup' },
    args: { input: t.arg({ type: SecondFactorStartInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { password } = parseBy(secondFactorStart, input);
      return startSecondFactor(await ownRequest(context), password);
    },
  }),

  confirmSecondFactor: t.field({
    type: RecoveryCodesRef,
    nullable: true,
    description:
      'Confirms a new second factor with its first code: from now on your logins need a code. Your other sessions end. Returns recovery codes, shown only in this response. If the token had no scopes for want of a second factor, refresh it.',
    extensions: { access: 'setup' },
    args: { input: t.arg({ type: SecondFactorConfirmationInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { code } = parseBy(secondFactorConfirmation, input);
      return { recoveryCodes: await confirmSecondFactor(await ownRequest(context), code) };
    },
  }),

  renewRecoveryCodes: t.field({
    type: RecoveryCodesRef,
    nullable: true,
    description: 'Replaces your recovery codes. The new ones are shown only in this response.',
    extensions: { access: 'login' },
    args: { input: t.arg({ type: SecondFactorProofInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const proof = parseBy(secondFactorProof, input);
      return { recoveryCodes: await renewRecoveryCodes(await ownRequest(context), proof) };
    },
  }),

  removeSecondFactor: t.field({
    type: 'Boolean',
    nullable: true,
    description: 'Removes your second factor. Your other sessions end.',
    extensions: { access: 'login' },
    args: { input: t.arg({ type: SecondFactorProofInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const proof = parseBy(secondFactorProof, input);
      await removeSecondFactor(await ownRequest(context), proof);
      return true;
    },
  }),

  resetSecondFactor: t.field({
    type: 'ID',
    nullable: true,
    description:
      "Removes the second factor of another account, whose owner has lost it, ends the account's sessions and returns its id. Make sure first who asks for it.",
    extensions: { access: 'admin' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { caller, change, clock }) => {
      await change((transaction) => resetSecondFactor(transaction, id, clock(), caller.accountId));
      return id;
    },
  }),
}));

async function ownRequest(context: Context): Promise<OwnerRequest> {
  const { auth, database, clock, caller, loginGate: gate, change } = context;
  const account = await findOwnAccount(database, caller);
  return { auth, database, clock, account, sessionId: caller.sessionId, gate, change };
}
