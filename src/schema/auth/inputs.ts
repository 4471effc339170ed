import {
  accountChanges,
  loginInput,
  newAccount,
  newApiKey,
  passwordChange,
  tokenInput,
  tokenRequest,
} from '../../domain/account-input.ts';
import { builder } from '../builder.ts';
import { RoleEnum, scopeList } from './caller-types.ts';

export const LoginInput = builder.inputType('LoginInput', {
  description: 'Who wants to log in.',
  extensions: { rules: loginInput },
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail address; any case.' }),
    password: t.string({ required: true, description: 'The password.' }),
  }),
});

export const TokenRequestInput = builder.inputType('TokenRequestInput', {
  description: 'A token request as RFC 6749 has it.',
  extensions: { rules: tokenRequest },
  fields: (t) => ({
    grantType: t.string({ required: true, description: 'client_credentials or refresh_token.' }),
    clientId: t.string({ description: 'The id of an API key, for client_credentials.' }),
    clientSecret: t.string({ description: 'The API key itself, for client_credentials.' }),
    refreshToken: t.string({ description: 'The refresh token, for refresh_token.' }),
    scope: t.string({ description: 'Fewer scopes than the grant allows, by spaces.' }),
  }),
});

export const TokenInput = builder.inputType('TokenInput', {
  description: 'A token somebody asks about.',
  extensions: { rules: tokenInput },
  fields: (t) => ({
    token: t.string({ required: true, description: 'The token in question.' }),
    tokenTypeHint: t.string({ description: 'access_token or refresh_token; a hint only.' }),
    clientId: t.string({ description: 'The id of an API key, where no token is sent as Bearer.' }),
    clientSecret: t.string({ description: 'The API key itself.' }),
  }),
});

export const PasswordChangeInput = builder.inputType('PasswordChangeInput', {
  description: 'A new password for yourself.',
  extensions: { rules: passwordChange },
  fields: (t) => ({
    current: t.string({ required: true, description: 'The password of now.' }),
    new: t.string({
      required: true,
      description: 'The password from now on; 12 to 128 characters.',
    }),
  }),
});

export const NewApiKeyInput = builder.inputType('NewApiKeyInput', {
  description: 'An API key to make for yourself.',
  extensions: { rules: newApiKey },
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is for.' }),
    scopes: t.stringList({ required: true, description: `${scopeList} Never more than your own.` }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it stops working; never when left out.',
    }),
  }),
});

export const NewAccountInput = builder.inputType('NewAccountInput', {
  description: 'An account to add.',
  extensions: { rules: newAccount },
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail address; any case.' }),
    password: t.string({ required: true, description: '12 to 128 characters.' }),
    role: t.field({ type: RoleEnum, required: true, description: 'What it may do.' }),
  }),
});

export const AccountChangesInput = builder.inputType('AccountChangesInput', {
  description: 'New values for an account; what is left out keeps its value.',
  extensions: { rules: accountChanges },
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'What it may do.' }),
    password: t.string({ description: 'A new password; ends its sessions.' }),
    disabled: t.boolean({ description: 'Disable or enable it; disabling ends its sessions.' }),
  }),
});
