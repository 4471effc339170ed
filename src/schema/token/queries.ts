import { introspectToken } from '../../auth/introspect-token.ts';
import { identifyClient } from '../../auth/token-client.ts';
import { tokenInput } from '../../domain/account-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import { withoutNulls } from '../page.ts';
import { TokenInput } from './inputs.ts';
import { IntrospectionRef } from './type.ts';

builder.queryFields((t) => ({
  introspectToken: t.field({
    type: IntrospectionRef,
    nullable: true,
    description: 'Describes a token of your own account, or as admin any token (RFC 7662).',
    extensions: { access: 'public' },
    args: { input: t.arg({ type: TokenInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { token, ...credentials } = parseBy(tokenInput, withoutNulls(input));
      const client = await identifyClient(context, credentials);
      return introspectToken(context, token, client);
    },
  }),
}));
