import { accountChanges, newAccount, passwordChange } from '../../domain/account-input.ts';
import { builder } from '../builder.ts';
import { RoleEnum } from './type.ts';

export const NewAccountInput = builder.inputType('NewAccountInput', {
  description: 'An account to create.',
  extensions: { rules: newAccount },
  fields: (t) => ({
    email: t.string({ required: true, description: 'Case-insensitive; stored in lower case.' }),
    password: t.string({ required: true, description: '12 to 128 characters.' }),
    role: t.field({ type: RoleEnum, required: true }),
  }),
});

export const AccountChangesInput = builder.inputType('AccountChangesInput', {
  description: 'New values for an account; omitted fields are unchanged.',
  extensions: { rules: accountChanges },
  fields: (t) => ({
    role: t.field({ type: RoleEnum }),
    password: t.string({ description: '12 to 128 characters. Ends the sessions of the account.' }),
    disabled: t.boolean({ description: 'True also ends the sessions of the account.' }),
    quota: t.int({
      description:
        'Points a minute for all keys and sessions of the account together; null for the default.',
    }),
  }),
});

export const PasswordChangeInput = builder.inputType('PasswordChangeInput', {
  description: 'Your current password and a new one.',
  extensions: { rules: passwordChange },
  fields: (t) => ({
    current: t.string({ required: true }),
    new: t.string({ required: true, description: '12 to 128 characters.' }),
  }),
});
