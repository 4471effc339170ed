import { addAccount, changeAccount, removeAccount } from '../../auth/accounts.ts';
import { accountChanges, newAccount } from '../../domain/account-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
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
    resolve: (_root, { input }, { change, clock }) => {
      const account = parseBy(newAccount, input);
      return change((transaction) => addAccount(transaction, account, clock()));
    },
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
    resolve: (_root, { id, input }, { change, clock }) => {
      const changes = parseBy(accountChanges, input);
      return change((transaction) => changeAccount(transaction, id, changes, clock()));
    },
  }),

  deleteAccount: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes an account with its sessions and keys, and returns its id.',
    extensions: { access: 'admin' },
    args: { id: t.arg.id({ required: true, description: 'The account.' }) },
    resolve: (_root, { id }, { change }) =>
      change(async (transaction) => {
        await removeAccount(transaction, id);
        return id;
      }),
  }),
}));
