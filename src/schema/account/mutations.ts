import { addAccount, changeAccount, readEmail, removeAccount } from '../../auth/accounts.ts';
import { findOwnAccount } from '../../auth/own-account.ts';
import { assertPassword, proveOwner } from '../../auth/password-proof.ts';
import { accountChanges, newAccount, passwordChange } from '../../domain/account-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import { AccountChangesInput, NewAccountInput, PasswordChangeInput } from './inputs.ts';
import { AccountRef } from './type.ts';

builder.mutationFields((t) => ({
  createAccount: t.field({
    type: AccountRef,
    nullable: true,
    description: 'Creates an account.',
    extensions: { access: 'admin' },
    args: { input: t.arg({ type: NewAccountInput, required: true }) },
    resolve: async (_root, { input }, { auth, change, clock }) => {
      const { email, password, role } = parseBy(newAccount, input);
      const passwordHash = await auth.passwords.accept(password, email, 'password');
      const account = { email, passwordHash, role };
      return change((transaction) => addAccount(transaction, account, clock()));
    },
  }),

  updateAccount: t.field({
    type: AccountRef,
    nullable: true,
    description: 'Updates an account. A new password, or disabling it, ends its sessions.',
    extensions: { access: 'admin' },
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: AccountChangesInput, required: true }),
    },
    resolve: async (_root, { id, input }, { auth, database, change, clock }) => {
      const { password, ...others } = parseBy(accountChanges, input);
      const passwordHash =
        password === undefined
          ? undefined
          : await auth.passwords.accept(password, await readEmail(database, id), 'password');
      const changes = { ...others, passwordHash };
      return change((transaction) => changeAccount(transaction, id, changes, clock()));
    },
  }),

  deleteAccount: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes an account with its sessions and keys, and returns its id.',
    extensions: { access: 'admin' },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { change }) => {
      await change((transaction) => removeAccount(transaction, id));
      return id;
    },
  }),

  changePassword: t.field({
    type: 'Boolean',
    nullable: true,
    description: 'Changes your password. Your other sessions end.',
    extensions: { access: 'login' },
    args: { input: t.arg({ type: PasswordChangeInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { current, new: password } = parseBy(passwordChange, input);
      const { auth, database, caller, loginGate, change, clock } = context;
      const account = await findOwnAccount(database, caller);
      await proveOwner(account, loginGate, () => assertPassword(account, current));
      const passwordHash = await auth.passwords.accept(password, account.email, 'new');
      const verified = { keepSession: caller.sessionId, verifiedHash: account.passwordHash };
      await change((transaction) =>
        changeAccount(transaction, account.id, { passwordHash }, clock(), verified),
      );
      return true;
    },
  }),
}));
