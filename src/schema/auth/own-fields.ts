import { changeAccount } from '../../auth/accounts.ts';
import { createApiKey } from '../../auth/api-keys.ts';
import { isPassword } from '../../auth/passwords.ts';
import type { Account } from '../../db/generated/prisma/client.ts';
import { newApiKey, passwordChange } from '../../domain/account-input.ts';
import { invalidToken } from '../../domain/caller.ts';
import { brokenRules, ServiceError } from '../../domain/errors.ts';
import { parseBy } from '../../domain/rules.ts';
import { isUuid } from '../../domain/uuid.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { listById } from '../simple-list.ts';
import { ApiKeyRef, MeRef, SessionRef } from './caller-types.ts';
import { NewApiKeyInput, PasswordChangeInput } from './inputs.ts';

const offset = 'How many to skip, 0 to 1,000,000; not with cursors.';

builder.queryFields((t) => ({
  me: t.field({
    type: MeRef,
    nullable: true,
    description: 'Who you are and what you may do.',
    extensions: { access: 'authenticated' },
    resolve: async (_root, _args, context) => ({
      callerId: context.caller.id,
      account: await ownAccount(context),
      scopes: [...context.caller.scopes],
    }),
  }),

  sessions: t.connection(
    {
      type: SessionRef,
      nullable: true,
      description: 'Your logins that still work, oldest first.',
      extensions: { access: 'authenticated' },
      args: { offset: t.arg.int({ description: offset }) },
      resolve: (_root, args, { database, caller, clock }) => {
        const mine = {
          accountId: caller.accountId ?? '',
          revokedAt: null,
          expiresAt: { gt: clock() },
        };
        const { session } = database.prisma;
        return listById(
          args,
          async ({ where, ...range }) => {
            const rows = await session.findMany({ where: { ...mine, ...where }, ...range });
            return rows.map((row) => ({ ...row, isCurrent: row.id === caller.sessionId }));
          },
          () => session.count({ where: mine }),
        );
      },
    },
    { name: 'SessionConnection', description: 'A page of logins.' },
    { name: 'SessionEdge', description: 'A login and its place in the list.' },
  ),

  apiKeys: t.connection(
    {
      type: ApiKeyRef,
      nullable: true,
      description: 'Your API keys, oldest first.',
      extensions: { access: 'authenticated' },
      args: { offset: t.arg.int({ description: offset }) },
      resolve: (_root, args, { database, caller }) => {
        const mine = { accountId: caller.accountId ?? '' };
        const { apiKey } = database.prisma;
        return listById(
          args,
          ({ where, ...range }) => apiKey.findMany({ where: { ...mine, ...where }, ...range }),
          () => apiKey.count({ where: mine }),
        );
      },
    },
    { name: 'ApiKeyConnection', description: 'A page of API keys.' },
    { name: 'ApiKeyEdge', description: 'An API key and its place in the list.' },
  ),
}));

builder.mutationFields((t) => ({
  changePassword: t.field({
    type: 'Boolean',
    nullable: true,
    description: 'Gives you a new password. Your other sessions end; this one goes on.',
    extensions: { access: 'authenticated' },
    args: {
      input: t.arg({ type: PasswordChangeInput, required: true, description: 'Both passwords.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { current, new: next } = parseBy(passwordChange, input);
      const account = await ownAccount(context);
      await context.loginLimiter.begin(account.email, context.client.address);
      if (!(await isPassword(account.passwordHash, current))) {
        const detail = 'This is not your password.';
        throw brokenRules('BAD_USER_INPUT', [{ path: ['current'], code: 'wrong', detail }]);
      }
      await context.loginLimiter.succeed(account.email, context.client.address);
      const { caller, clock } = context;
      await context.change((transaction) =>
        changeAccount(transaction, account.id, { password: next }, clock(), {
          keepSession: caller.sessionId,
        }),
      );
      return true;
    },
  }),

  revokeSession: t.field({
    type: 'ID',
    nullable: true,
    description: 'Ends one of your logins, with all its tokens.',
    extensions: { access: 'authenticated' },
    args: { id: t.arg.id({ required: true, description: 'The session.' }) },
    resolve: (_root, { id }, { change, caller, clock }) =>
      change(async ({ session }) => {
        if (!isUuid(id)) return notYours('session', id);
        const where = { id, accountId: caller.accountId ?? '', revokedAt: null };
        const { count } = await session.updateMany({ where, data: { revokedAt: clock() } });
        return count > 0 ? id : notYours('session', id);
      }),
  }),

  createApiKey: t.field({
    type: ApiKeyRef,
    nullable: true,
    description: 'Makes an API key for yourself. The key is shown this once.',
    extensions: { access: 'authenticated' },
    args: { input: t.arg({ type: NewApiKeyInput, required: true, description: 'The key.' }) },
    resolve: async (_root, { input }, context) => {
      const { name, scopes, expiresAt } = parseBy(newApiKey, input);
      const { caller, clock } = context;
      const account = await ownAccount(context);
      const faults = scopes.flatMap((scope, index) =>
        caller.scopes.has(scope)
          ? []
          : [
              {
                path: ['scopes', index],
                code: 'not_yours',
                detail: `You do not have the scope ${scope}.`,
              },
            ],
      );
      const expiry = expiresAt === null ? null : new Date(expiresAt);
      if (expiry && expiry <= clock()) {
        faults.push({
          path: ['expiresAt'],
          code: 'out_of_range',
          detail: 'This moment has passed.',
        });
      }
      if (faults.length > 0) throw brokenRules('BAD_USER_INPUT', faults);
      const key = {
        accountId: account.id,
        name,
        scopes: [...new Set(scopes)],
        expiresAt: expiry,
      };
      const made = await context.change((transaction) => createApiKey(transaction, key, clock()), {
        answerIsSecret: true,
      });
      return { ...made.stored, key: made.key };
    },
  }),

  deleteApiKey: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes one of your API keys; it stops working at once.',
    extensions: { access: 'authenticated' },
    args: { id: t.arg.id({ required: true, description: 'The key.' }) },
    resolve: (_root, { id }, { change, caller }) =>
      change(async ({ apiKey }) => {
        if (!isUuid(id)) return notYours('API key', id);
        const where = { id, accountId: caller.accountId ?? '' };
        const { count } = await apiKey.deleteMany({ where });
        return count > 0 ? id : notYours('API key', id);
      }),
  }),
}));

async function ownAccount({ database, caller }: Context): Promise<Account> {
  const id = caller.accountId ?? '';
  const account = await database.prisma.account.findUnique({ where: { id } });
  if (!account) throw invalidToken();
  return account;
}

function notYours(what: string, id: string): never {
  throw new ServiceError(
    'NOT_FOUND',
    `You have no ${what} with the id ${JSON.stringify(id.slice(0, 100))}.`,
  );
}
