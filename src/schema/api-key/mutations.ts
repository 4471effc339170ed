import { assertKeyAllowed, createApiKey, deleteOwnApiKey } from '../../auth/api-keys.ts';
import { findOwnAccount } from '../../auth/own-account.ts';
import { newApiKey } from '../../domain/account-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import { NewApiKeyInput } from './inputs.ts';
import { ApiKeyRef } from './type.ts';

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: ApiKeyRef,
    nullable: true,
    description: 'Creates an API key for yourself. The key is shown only in this response.',
    extensions: { access: 'login' },
    args: { input: t.arg({ type: NewApiKeyInput, required: true }) },
    resolve: async (_root, { input }, { database, caller, change, clock }) => {
      const { name, scopes, expiresAt } = parseBy(newApiKey, input);
      const { id: accountId } = await findOwnAccount(database, caller);
      const key = {
        accountId,
        name,
        scopes,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      };
      assertKeyAllowed(key, caller, clock());
      return change((transaction) => createApiKey(transaction, key, clock()), {
        responseIsSecret: true,
      });
    },
  }),

  deleteApiKey: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes one of your API keys; it stops working at once.',
    extensions: { access: 'login' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { change, caller }) => {
      await change((transaction) => deleteOwnApiKey(transaction, caller, id));
      return id;
    },
  }),
}));
