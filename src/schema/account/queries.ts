import { findOwnAccount } from '../../auth/own-account.ts';
import { builder } from '../builder.ts';
import { listById } from '../list-by-id.ts';
import { offsetArgument } from '../page.ts';
import { AccountRef, MeRef } from './type.ts';

builder.queryFields((t) => ({
  me: t.field({
    type: MeRef,
    nullable: true,
    description: 'Your account and what your token allows.',
    extensions: { access: 'authenticated' },
    resolve: async (_root, _args, { auth, caller }) => ({
      callerId: caller.id,
      account: await findOwnAccount(auth.database, caller),
      scopes: [...caller.scopes],
      needsSecondFactor: caller.needsSecondFactor,
    }),
  }),

  accounts: t.connection(
    {
      type: AccountRef,
      nullable: true,
      description: 'All accounts, oldest first.',
      extensions: { access: 'admin' },
      args: { offset: offsetArgument(t) },
      resolve: (_root, args, { database }) => {
        const { account } = database.prisma;
        return listById(
          args,
          (range) => account.findMany(range),
          () => account.count(),
        );
      },
    },
    { name: 'AccountConnection', description: 'A page of accounts.' },
    { name: 'AccountEdge', description: 'An account and its cursor.' },
  ),
}));
