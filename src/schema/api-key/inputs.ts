import { newApiKey } from '../../domain/account-input.ts';
import { scopes } from '../../domain/scopes.ts';
import { builder } from '../builder.ts';

export const NewApiKeyInput = builder.inputType('NewApiKeyInput', {
  description: 'An API key to create for yourself.',
  extensions: { rules: newApiKey },
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the key is used for.' }),
    scopes: t.stringList({
      required: true,
      description: `One or more of ${scopes.join(', ')}; only scopes you have yourself.`,
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'Default: does not expire.' }),
  }),
});
