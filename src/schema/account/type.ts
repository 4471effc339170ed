import type { Account } from '../../db/generated/prisma/client.ts';
import { roleNames, scopes } from '../../domain/scopes.ts';
import { builder } from '../builder.ts';

export const RoleEnum = builder.enumType('Role', {
  description: 'A named set of scopes.',
  values: {
    PLAYER: { value: 'player' as string, description: 'Plays quizzes; cannot read answers.' },
    VIEWER: {
      value: 'viewer' as string,
      description: 'Plays quizzes; reads questions, forms and analyses.',
    },
    EDITOR: {
      value: 'editor' as string,
      description: 'Also writes questions, forms and responses, and runs analyses.',
    },
    ANALYST: { value: 'analyst' as string, description: 'Reads everything and runs analyses.' },
    ADMIN: { value: 'admin' as string, description: 'Has every scope.' },
  },
});

export const AccountRef = builder.objectRef<Account>('Account').implement({
  description: 'A user of the service.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email', { description: 'In lower case.' }),
    role: t.expose('role', { type: RoleEnum }),
    roleName: t.exposeString('role', {
      description: 'The role in lower case, as in REST.',
      extensions: { jsonSchema: { enum: roleNames } },
    }),
    disabled: t.boolean({
      description: 'A disabled account cannot log in and its tokens do not work.',
      resolve: ({ disabledAt }) => disabledAt !== null,
    }),
    secondFactorAt: t.expose('secondFactorAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its second factor was set up; null without one.',
    }),
    quota: t.exposeInt('quota', {
      nullable: true,
      description:
        'Points a minute for all its keys and sessions together; null for the default of the service.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

/** The caller of the request. */
export interface Me {
  readonly callerId: string;
  readonly account: Account;
  readonly scopes: readonly string[];
  readonly needsSecondFactor: boolean;
}

export const MeRef = builder.objectRef<Me>('Me').implement({
  description: 'The caller of this request.',
  fields: (t) => ({
    callerId: t.exposeString('callerId', {
      description: 'Your id in `changedBy` and `createdBy`: `account:<id>` or `key:<id>`.',
    }),
    account: t.field({ type: AccountRef, resolve: ({ account }) => account }),
    passwordExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When your password expires, if the service made it up: change it before. Null if somebody chose it.',
      resolve: ({ account }) => account.passwordExpiresAt,
    }),
    scopes: t.exposeStringList('scopes', {
      description: 'What the token of this request allows.',
      extensions: { jsonSchema: { items: { type: 'string', enum: [...scopes] } } },
    }),
    needsSecondFactor: t.exposeBoolean('needsSecondFactor', {
      description:
        'Whether this login can do nothing but set up a second factor, which the service requires of the account.',
    }),
    recoveryCodesLeft: t.int({
      nullable: true,
      description: 'Unused recovery codes of the second factor; null without one.',
      resolve: ({ account: { id: accountId, secondFactorAt } }, _args, { auth }) =>
        secondFactorAt ? auth.database.prisma.recoveryCode.count({ where: { accountId } }) : null,
    }),
  }),
});
