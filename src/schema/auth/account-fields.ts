import { addAccount, changeAccount, removeAccount } from '../../auth/accounts.ts';
import type { Account } from '../../db/generated/prisma/client.ts';
import { accountChanges, newAccount } from '../../domain/account-input.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isUuid } from '../../domain/question-criteria.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { withoutNulls } from '../page.ts';
import { listById } from '../simple-list.ts';
import { AccountRef } from './caller-types.ts';
import { AccountChangesInput, NewAccountInput } from './inputs.ts';

builder.queryFields((t) => ({
  accounts: t.connection(
    {
      type: AccountRef,
      nullable: true,
      description: 'All accounts, oldest first.',
      extensions: { access: 'admin' },
      args: {
        offset: t.arg.int({ description: 'How many to skip, 0 to 1,000,000; not with cursors.' }),
      },
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
    { name: 'AccountEdge', description: 'An account and its place in the list.' },
  ),
}));

builder.mutationFields((t) => ({
  createAccount: t.field({
    type: AccountRef,
    nullable: true,
    description: 'Adds an account.',
    extensions: { access: 'admin' },
    args: { input: t.arg({ type: NewAccountInput, required: true, description: 'The account.' }) },
    resolve: (_root, { input }, { database, clock }) =>
      addAccount(database.prisma, parseBy(newAccount, input), clock()),
  }),

  updateAccount: t.field({
    type: AccountRef,
    nullable: true,
    description: 'Changes an account. A new password, or disabling it, ends its sessions.',
    extensions: { access: 'admin' },
    args: {
      id: t.arg.id({ required: true, description: 'The account.' }),
      input: t.arg({ type: AccountChangesInput, required: true, description: 'The new values.' }),
    },
    resolve: async (_root, { id, input }, context) => {
      const changes = parseBy(accountChanges, withoutNulls(input));
      return changeAccount(
        context.database,
        await findAccount(context, id),
        changes,
        context.clock(),
      );
    },
  }),

  deleteAccount: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes an account with its sessions and keys, and returns its id.',
    extensions: { access: 'admin' },
    args: { id: t.arg.id({ required: true, description: 'The account.' }) },
    resolve: async (_root, { id }, context) => {
      await removeAccount(context.database, await findAccount(context, id));
      return id;
    },
  }),
}));

async function findAccount({ database }: Context, id: string): Promise<Account> {
  const account = isUuid(id) ? await database.prisma.account.findUnique({ where: { id } }) : null;
  if (account) return account;
  throw new ServiceError('NOT_FOUND', `No account has the id ${JSON.stringify(id.slice(0, 100))}.`);
}
