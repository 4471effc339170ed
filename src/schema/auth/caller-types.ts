import type { TokenSet } from '../../auth/token-service.ts';
import type { Account, ApiKey, Session } from '../../db/generated/prisma/client.ts';
import { roleNames, scopes } from '../../domain/scopes.ts';
import { builder } from '../builder.ts';

export const scopeList = `One or more of ${scopes.join(', ')}.`;
const scopesJsonSchema = { items: { type: 'string', enum: [...scopes] } };

export const RoleEnum = builder.enumType('Role', {
  description: 'A named set of scopes.',
  values: {
    VIEWER: { value: 'viewer' as string, description: 'Reads questions and analyses.' },
    EDITOR: { value: 'editor' as string, description: 'Also changes questions and runs analyses.' },
    ANALYST: { value: 'analyst' as string, description: 'Reads, and runs analyses.' },
    ADMIN: { value: 'admin' as string, description: 'Everything.' },
  },
});

export const TokenSetRef = builder.objectRef<TokenSet>('TokenSet').implement({
  description: 'Tokens for a caller (RFC 6749).',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', {
      description: 'Send it as Authorization: Bearer.',
    }),
    tokenType: t.exposeString('tokenType', { description: 'Always Bearer.' }),
    expiresIn: t.exposeInt('expiresIn', { description: 'Seconds until the access token expires.' }),
    refreshToken: t.exposeString('refreshToken', {
      nullable: true,
      description: 'Good for one use at the token endpoint; null where there is no session.',
    }),
    scope: t.exposeString('scope', { description: 'What the token may do, by spaces.' }),
  }),
});

export const AccountRef = builder.objectRef<Account>('Account').implement({
  description: 'Somebody who can log in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Made by the service.' }),
    email: t.exposeString('email', { description: 'E-mail address, in lower case.' }),
    role: t.expose('role', { type: RoleEnum, description: 'What the account may do.' }),
    roleName: t.exposeString('role', {
      description: 'The role as REST spells it.',
      extensions: { jsonSchema: { enum: roleNames } },
    }),
    disabled: t.boolean({
      description: 'A disabled account cannot log in and its tokens do not work.',
      resolve: ({ disabledAt }) => disabledAt !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

export const ApiKeyRef = builder.objectRef<ApiKey & { key?: string }>('ApiKey').implement({
  description: 'A credential for programs. Sent as Bearer like any token.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Also the client_id at the token endpoint.' }),
    name: t.exposeString('name', { description: 'What it is for.' }),
    scopes: t.exposeStringList('scopes', {
      description: scopeList,
      extensions: { jsonSchema: scopesJsonSchema },
    }),
    key: t.string({
      nullable: true,
      description: 'The key itself, in the answer that made it; null ever after.',
      resolve: ({ key }) => key ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null for never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
  }),
});

export const SessionRef = builder.objectRef<Session & { isCurrent: boolean }>('Session').implement({
  description: 'A login and the tokens that came of it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Also the sid of its access tokens.' }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The program that logged in, as it called itself.',
    }),
    current: t.exposeBoolean('isCurrent', { description: 'Whether this request belongs to it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'Its last login or refresh.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When it ends if not refreshed.',
    }),
  }),
});

export interface Me {
  readonly callerId: string;
  readonly account: Account;
  readonly scopes: readonly string[];
}

export const MeRef = builder.objectRef<Me>('Me').implement({
  description: 'Who is asking.',
  fields: (t) => ({
    callerId: t.exposeString('callerId', {
      description: 'How the history of questions names you.',
    }),
    account: t.field({
      type: AccountRef,
      description: 'Your account.',
      resolve: ({ account }) => account,
    }),
    scopes: t.exposeStringList('scopes', {
      description: 'What this very token may do.',
      extensions: { jsonSchema: scopesJsonSchema },
    }),
  }),
});

export interface Introspection {
  readonly active: boolean;
  readonly scope?: string;
  readonly clientId?: string | undefined;
  readonly username?: string;
  readonly tokenType?: string;
  readonly exp?: number | undefined;
  readonly iat?: number;
  readonly sub?: string;
  readonly aud?: string;
  readonly iss?: string;
  readonly jti?: string;
}

export const IntrospectionRef = builder.objectRef<Introspection>('TokenIntrospection').implement({
  description: 'What is known of a token (RFC 7662).',
  fields: (t) => ({
    active: t.exposeBoolean('active', { description: 'Whether it works now.' }),
    scope: t.exposeString('scope', { nullable: true, description: 'What it may do, by spaces.' }),
    clientId: t.exposeString('clientId', { nullable: true, description: 'The API key behind it.' }),
    username: t.exposeString('username', {
      nullable: true,
      description: 'The account it stands for.',
    }),
    tokenType: t.exposeString('tokenType', { nullable: true, description: 'What kind it is.' }),
    exp: t.exposeInt('exp', { nullable: true, description: 'When it expires, in Unix seconds.' }),
    iat: t.exposeInt('iat', { nullable: true, description: 'When it was made, in Unix seconds.' }),
    sub: t.exposeString('sub', { nullable: true, description: 'The id of its account.' }),
    aud: t.exposeString('aud', { nullable: true, description: 'Whom it is for.' }),
    iss: t.exposeString('iss', { nullable: true, description: 'Who made it.' }),
    jti: t.exposeString('jti', { nullable: true, description: 'Its own id.' }),
  }),
});
