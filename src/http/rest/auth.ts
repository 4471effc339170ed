import {
  accountChanges,
  loginInput,
  newAccount,
  newApiKey,
  passwordChange,
  revocationInput,
  tokenInput,
  tokenRequest,
} from '../../domain/account-input.ts';
import { pageFragment, paging } from './paging.ts';
import type { Row } from './row.ts';

const tokenFragment = `
  fragment TokenSet on TokenSet {
    access_token: accessToken
    token_type: tokenType
    expires_in: expiresIn
    refresh_token: refreshToken
    scope
  }`;

const accountFragment = `
  fragment Account on Account {
    id email role: roleName disabled quota second_factor_at: secondFactorAt
    created_at: createdAt updated_at: updatedAt
  }`;

const keyFragment = `
  fragment ApiKey on ApiKey {
    id name scopes created_at: createdAt expires_at: expiresAt last_used_at: lastUsedAt
  }`;

export const authRows: readonly Row[] = [
  {
    method: 'POST',
    path: '/auth/login',
    name: 'login',
    summary: 'Log in with e-mail address and password, and a code if there is a second factor',
    body: { name: 'LoginRequest', rules: loginInput, variable: 'input' },
    document: `
      mutation Login($input: LoginInput!) { body: login(input: $input) { ...TokenSet } } ${tokenFragment}`,
    success: { status: 200, isSecret: true, omitsNulls: true },
    errors: ['UNAUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED'],
  },
  {
    method: 'POST',
    path: '/auth/token',
    name: 'issueToken',
    summary: 'OAuth 2.0 token endpoint: client_credentials and refresh_token',
    body: { name: 'TokenRequest', rules: tokenRequest, variable: 'input', isOAuth: true },
    document: `
      mutation IssueToken($input: TokenRequestInput!) {
        body: issueToken(input: $input) { ...TokenSet }
      } ${tokenFragment}`,
    success: { status: 200, isSecret: true, omitsNulls: true },
    errors: ['UNAUTHENTICATED'],
  },
  {
    method: 'POST',
    path: '/auth/revoke',
    name: 'revokeToken',
    summary: 'Revoke a token (RFC 7009)',
    body: { name: 'RevocationRequest', rules: revocationInput, variable: 'input', isOAuth: true },
    document: `
      mutation RevokeToken($input: TokenInput!) { revoked: revokeToken(input: $input) }`,
    success: { status: 200, isSecret: true },
    errors: [],
  },
  {
    method: 'POST',
    path: '/auth/introspect',
    name: 'introspectToken',
    summary: 'Introspect a token (RFC 7662)',
    body: { name: 'TokenReference', rules: tokenInput, variable: 'input', isOAuth: true },
    document: `
      query IntrospectToken($input: TokenInput!) {
        body: introspectToken(input: $input) {
          active scope client_id: clientId username token_type: tokenType exp iat sub aud iss jti
        }
      }`,
    success: { status: 200, isSecret: true, omitsNulls: true },
    errors: ['UNAUTHENTICATED'],
  },
  {
    method: 'GET',
    path: '/auth/me',
    name: 'getMe',
    summary: 'Get the current caller and its scopes',
    document: `
      query GetMe {
        body: me {
          caller_id: callerId account { ...Account } scopes password_expires_at: passwordExpiresAt
          needs_second_factor: needsSecondFactor recovery_codes_left: recoveryCodesLeft
        }
      } ${accountFragment}`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'POST',
    path: '/auth/password',
    name: 'changePassword',
    summary: 'Change your password; ends your other sessions',
    body: { name: 'PasswordChange', rules: passwordChange, variable: 'input' },
    document: `
      mutation ChangePassword($input: PasswordChangeInput!) { changed: changePassword(input: $input) }`,
    success: { status: 204 },
    errors: ['RATE_LIMITED'],
  },
  {
    method: 'GET',
    path: '/auth/sessions',
    name: 'listSessions',
    summary: 'List your active sessions',
    query: paging,
    document: `
      query ListSessions($first: Int, $offset: Int, $after: String) {
        body: sessions(first: $first, offset: $offset, after: $after) {
          data: nodes { ...Session }
          page { ...Page }
        }
      }
      fragment Session on Session {
        id user_agent: userAgent current
        created_at: createdAt last_used_at: lastUsedAt expires_at: expiresAt
      } ${pageFragment}`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    name: 'revokeSession',
    summary: 'Revoke one of your sessions and its tokens',
    document: 'mutation RevokeSession($id: ID!) { body: revokeSession(id: $id) }',
    success: { status: 204 },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'GET',
    path: '/auth/keys',
    name: 'listApiKeys',
    summary: 'List your API keys',
    query: paging,
    document: `
      query ListApiKeys($first: Int, $offset: Int, $after: String) {
        body: apiKeys(first: $first, offset: $offset, after: $after) {
          data: nodes { ...ApiKey }
          page { ...Page }
        }
      } ${keyFragment} ${pageFragment}`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'POST',
    path: '/auth/keys',
    name: 'createApiKey',
    summary: 'Create an API key for yourself; the key is shown only once',
    body: { name: 'NewApiKey', rules: newApiKey, variable: 'input' },
    document: `
      mutation CreateApiKey($input: NewApiKeyInput!) {
        body: createApiKey(input: $input) {
          id name scopes key created_at: createdAt expires_at: expiresAt last_used_at: lastUsedAt
        }
      }`,
    success: { status: 201, isSecret: true },
    errors: [],
  },
  {
    method: 'DELETE',
    path: '/auth/keys/{id}',
    name: 'deleteApiKey',
    summary: 'Delete one of your API keys, effective immediately',
    document: 'mutation DeleteApiKey($id: ID!) { body: deleteApiKey(id: $id) }',
    success: { status: 204 },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'GET',
    path: '/auth/accounts',
    name: 'listAccounts',
    summary: 'List accounts',
    query: paging,
    document: `
      query ListAccounts($first: Int, $offset: Int, $after: String) {
        body: accounts(first: $first, offset: $offset, after: $after) {
          data: nodes { ...Account }
          page { ...Page }
        }
      } ${accountFragment} ${pageFragment}`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'POST',
    path: '/auth/accounts',
    name: 'createAccount',
    summary: 'Create an account',
    body: { name: 'NewAccount', rules: newAccount, variable: 'input' },
    document: `
      mutation CreateAccount($input: NewAccountInput!) {
        body: createAccount(input: $input) { ...Account }
      } ${accountFragment}`,
    success: { status: 201, location: ({ id }) => `/auth/accounts/${id}` },
    errors: ['CONFLICT'],
  },
  {
    method: 'PATCH',
    path: '/auth/accounts/{id}',
    name: 'updateAccount',
    summary: 'Update an account; a new password or disabling it ends its sessions',
    body: { name: 'AccountChanges', rules: accountChanges, variable: 'input' },
    document: `
      mutation UpdateAccount($id: ID!, $input: AccountChangesInput!) {
        body: updateAccount(id: $id, input: $input) { ...Account }
      } ${accountFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'DELETE',
    path: '/auth/accounts/{id}',
    name: 'deleteAccount',
    summary: 'Delete an account, its sessions and its API keys',
    document: 'mutation DeleteAccount($id: ID!) { body: deleteAccount(id: $id) }',
    success: { status: 204 },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
];
