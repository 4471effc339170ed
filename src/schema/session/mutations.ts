import { revokeOwnSession } from '../../auth/sessions.ts';
import { builder } from '../builder.ts';

builder.mutationFields((t) => ({
  revokeSession: t.field({
    type: 'ID',
    nullable: true,
    description: 'Ends one of your sessions, with all its tokens, and returns its id.',
    extensions: { access: 'login' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { change, caller, clock }) => {
      await change((transaction) => revokeOwnSession(transaction, caller, id, clock()));
      return id;
    },
  }),
}));
