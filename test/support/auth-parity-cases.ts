import { admin, bearer, logIn, makeAccount, password } from './accounts.ts';
import type { TestApp } from './app.ts';
import { notFound, type ParityCase } from './parity-case.ts';
import { makeGuarded } from './second-factor.ts';

const adminTokens = new WeakMap<TestApp, Promise<string>>();

/** A single login for all cases: otherwise the list of sessions would grow with every request. */
export const asAdmin = async (service: TestApp) => {
  const token = adminTokens.get(service) ?? logIn(service).then((tokens) => tokens.access_token);
  adminTokens.set(service, token);
  return bearer(await token);
};

const made = async (service: TestApp) =>
  (await makeAccount(service, (await logIn(service)).access_token)).id;

const key = { name: 'parity', scopes: ['questions:read'] };

const makeKey = async (service: TestApp) =>
  (await service.rest('POST', '/auth/keys', key, await asAdmin(service))).body.id;

const newSession = async (service: TestApp) => {
  const { access_token } = await logIn(service);
  const { body } = await service.rest(
    'GET',
    '/auth/sessions?limit=100',
    undefined,
    bearer(access_token),
  );
  return body.data.find(({ current }: { current: boolean }) => current).id;
};

const wrongToken = { token: 'nonsense' };
const tokens = ['access_token', 'refresh_token'];
const named = (cases: ParityCase[]): ParityCase[] =>
  cases.map((each) => ({ headers: asAdmin, ...each }));

/**
 * Every authentication row, by name. Rows that need a token use the admin's unless the case
 * overrides it.
 */
export const authParityCases: Record<string, ParityCase[]> = {
  login: [
    { does: 'logs in', body: admin, variables: { input: admin }, varies: tokens },
    {
      does: 'refuses a wrong password',
      body: { ...admin, password: 'wrong' },
      variables: { input: { ...admin, password: 'wrong' } },
      code: 'UNAUTHENTICATED',
    },
    {
      does: 'asks for the second factor',
      body: makeGuarded,
      variables: async (service: TestApp) => ({ input: await makeGuarded(service) }),
      code: 'SECOND_FACTOR_REQUIRED',
    },
    { does: 'needs both', body: {}, variables: { input: {} }, code: 'BAD_USER_INPUT' },
  ],
  issueToken: [
    {
      does: 'gives a token to an API key',
      body: async (service: TestApp) => clientRequest(service, 'rest'),
      variables: async (service: TestApp) => ({ input: await clientRequest(service, 'graphql') }),
      varies: tokens,
    },
    {
      does: 'refuses a client it does not know',
      body: { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' },
      variables: { input: { grantType: 'client_credentials', clientId: 'a', clientSecret: 'b' } },
      code: 'UNAUTHENTICATED',
    },
    {
      does: 'knows two grants',
      body: { grant_type: 'password' },
      variables: { input: { grantType: 'password' } },
      code: 'BAD_REQUEST',
    },
  ],
  revokeToken: [
    { does: 'revokes what it does not know', body: wrongToken, variables: { input: wrongToken } },
  ],
  introspectToken: named([
    { does: 'knows nothing of nonsense', body: wrongToken, variables: { input: wrongToken } },
    {
      does: 'asks who wants to know',
      headers: async () => ({}),
      body: wrongToken,
      variables: { input: wrongToken },
      code: 'UNAUTHENTICATED',
    },
  ]),
  getMe: named([{ does: 'says who I am', variables: {} }]),
  changePassword: named([
    {
      does: 'refuses a wrong password',
      body: { current: 'wrong', new: password },
      variables: { input: { current: 'wrong', new: password } },
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'changes it',
      body: { current: admin.password, new: admin.password },
      variables: { input: { current: admin.password, new: admin.password } },
    },
  ]),
  listSessions: named([{ does: 'shows my sessions', query: '?limit=1', variables: { first: 1 } }]),
  revokeSession: named([{ does: 'ends one', given: newSession, variables: {} }, notFound()]),
  listApiKeys: named([{ does: 'shows my keys', given: makeKey, variables: {} }]),
  createApiKey: named([
    { does: 'makes one', body: key, variables: { input: key }, varies: ['key'] },
    {
      does: 'refuses scopes nobody has',
      body: { name: '', scopes: ['everything'] },
      variables: { input: { name: '', scopes: ['everything'] } },
      code: 'BAD_USER_INPUT',
    },
  ]),
  deleteApiKey: named([{ does: 'deletes one', given: makeKey, variables: {} }, notFound()]),
  listAccounts: named([{ does: 'shows all', query: '?limit=1', variables: { first: 1 } }]),
  createAccount: named([
    {
      does: 'adds one',
      body: { email: 'rest@example.org', password, role: 'viewer' },
      variables: { input: { email: 'graphql@example.org', password, role: 'VIEWER' } },
      varies: ['email'],
    },
    {
      does: 'refuses an address that is taken',
      body: { ...admin, password, role: 'viewer' },
      variables: { input: { ...admin, password, role: 'VIEWER' } },
      code: 'CONFLICT',
    },
    {
      does: 'tells every broken rule',
      body: { email: 'nobody', password: 'short' },
      variables: { input: { email: 'nobody', password: 'short' } },
      code: 'BAD_USER_INPUT',
    },
  ]),
  updateAccount: named([
    {
      does: 'gives another role',
      given: made,
      body: { role: 'editor' },
      variables: { input: { role: 'EDITOR' } },
      varies: ['email'],
    },
    {
      does: 'refuses an empty change',
      given: made,
      body: {},
      variables: { input: {} },
      code: 'BAD_USER_INPUT',
    },
    notFound({ body: { role: 'editor' }, variables: { input: { role: 'EDITOR' } } }),
    {
      does: 'keeps the last admin',
      given: ownId,
      body: { role: 'viewer' },
      variables: { input: { role: 'VIEWER' } },
      code: 'CONFLICT',
    },
  ]),
  deleteAccount: named([
    { does: 'deletes one', given: made, variables: {} },
    notFound(),
    { does: 'keeps the last admin', given: ownId, variables: {}, code: 'CONFLICT' },
  ]),
};

export async function ownId(service: TestApp): Promise<string> {
  const { body } = await service.rest('GET', '/auth/me', undefined, await asAdmin(service));
  return body.account.id;
}

async function clientRequest(service: TestApp, side: 'rest' | 'graphql') {
  const { body } = await service.rest('POST', '/auth/keys', key, await asAdmin(service));
  return side === 'rest'
    ? { grant_type: 'client_credentials', client_id: body.id, client_secret: body.key }
    : { grantType: 'client_credentials', clientId: body.id, clientSecret: body.key };
}
