import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';

const service = await createTestApp({ env: { PORT: '0', ANONYMOUS_SCOPES: '' } });
const { rest, app } = service;
const issuer = new URL(await app.listen());
// Loopback is plain http; everything else is as for any other client.
const insecure = { [oauth.allowInsecureRequests]: true };

const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
const server = await oauth.processDiscoveryResponse(issuer, discovered);

const { access_token, refresh_token } = await logIn(service);
const { body: apiKey } = await rest(
  'POST',
  '/auth/keys',
  { name: 'a program', scopes: ['questions:read', 'questions:write'] },
  bearer(access_token),
);
const client: oauth.Client = { client_id: apiKey.id };

/** Every client authentication method. */
const ways: [string, oauth.ClientAuth][] = [
  ['client_secret_basic', oauth.ClientSecretBasic(apiKey.key)],
  ['client_secret_post', oauth.ClientSecretPost(apiKey.key)],
];

const ask = async (proof: oauth.ClientAuth, scope?: string) => {
  const parameters = new URLSearchParams(scope ? { scope } : {});
  return oauth.clientCredentialsGrantRequest(server, client, proof, parameters, insecure);
};

const read = async (token: string) => {
  const url = new URL('/auth/me', issuer);
  const answer = await oauth.protectedResourceRequest(token, 'GET', url, undefined, null, insecure);
  return (await answer.json()) as { caller_id: string; scopes: string[] };
};

describe('a client that knows OAuth 2 alone', () => {
  it('finds the endpoints', () => {
    expect(server).toMatchObject({
      issuer: issuer.origin,
      token_endpoint: `${issuer.origin}/auth/token`,
      revocation_endpoint: `${issuer.origin}/auth/revoke`,
      introspection_endpoint: `${issuer.origin}/auth/introspect`,
      jwks_uri: `${issuer.origin}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials', 'refresh_token'],
      response_types_supported: [],
      scopes_supported: expect.arrayContaining(['questions:read', 'admin']),
      anonymous_scopes: [],
    });
    for (const [way] of ways) {
      expect(server.token_endpoint_auth_methods_supported).toContain(way);
    }
  });

  it.each(ways)('gets and uses a token by %s', async (_, proof) => {
    const response = await ask(proof);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const tokens = await oauth.processClientCredentialsResponse(server, client, response);
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 900,
      scope: 'questions:read questions:write',
    });
    expect((await read(tokens.access_token)).caller_id).toBe(`key:${apiKey.id}`);
  });

  it('gets fewer scopes when it asks for fewer', async () => {
    const response = await ask(oauth.ClientSecretBasic(apiKey.key), 'questions:read');
    const tokens = await oauth.processClientCredentialsResponse(server, client, response);
    expect((await read(tokens.access_token)).scopes).toEqual(['questions:read']);
  });

  it('gets a token whose signature it can check by the published keys', async () => {
    const response = await ask(oauth.ClientSecretBasic(apiKey.key));
    const tokens = await oauth.processClientCredentialsResponse(server, client, response);
    const request = new Request(new URL('/questions', issuer), {
      headers: bearer(tokens.access_token),
    });
    const claims = await oauth.validateJwtAccessToken(server, request, issuer.origin, insecure);
    expect(claims).toMatchObject({ iss: issuer.origin, client_id: apiKey.id });
  });

  it.each(ways)('introspects and revokes by %s', async (_, proof) => {
    const inspect = async (token: string) => {
      const response = await oauth.introspectionRequest(server, client, proof, token, insecure);
      expect(response.headers.get('cache-control')).toBe('no-store');
      return oauth.processIntrospectionResponse(server, client, response);
    };
    const session = await logIn(service);
    expect(await inspect(session.access_token)).toMatchObject({
      active: true,
      iss: issuer.origin,
      username: 'admin@localhost',
      token_type: 'Bearer',
    });
    expect(await inspect(session.refresh_token)).toMatchObject({ active: true });
    expect(await inspect('nonsense')).toEqual({ active: false });
    const revoke = (token: string) =>
      oauth.revocationRequest(server, client, proof, token, insecure);
    await oauth.processRevocationResponse(await revoke('nonsense'));
    // The login was not this client's.
    const refused = oauth.processRevocationResponse(await revoke(session.refresh_token));
    await expect(refused).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    expect(await inspect(session.refresh_token)).toMatchObject({ active: true });
  });

  it('revokes itself', async () => {
    const name = { name: 'short-lived', scopes: ['questions:read'] };
    const { body } = await rest('POST', '/auth/keys', name, bearer(access_token));
    const proof = oauth.ClientSecretBasic(body.key);
    const itself = { client_id: body.id };
    const revoked = await oauth.revocationRequest(server, itself, proof, body.key, insecure);
    await oauth.processRevocationResponse(revoked);
    const me = await rest('GET', '/auth/me', undefined, bearer(body.key));
    expect(me.status).toBe(401);
  });

  it('refreshes', async () => {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refresh_token,
      insecure,
    );
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    expect(tokens.refresh_token).not.toBe(refresh_token);
    expect((await read(tokens.access_token)).caller_id).toMatch(/^account:/);
  });

  it('understands what is wrong', async () => {
    const refusal = async (request: Promise<Response>) => {
      const response = await request;
      const answer = oauth.processClientCredentialsResponse(server, client, response);
      return answer.catch((error: unknown) => error);
    };
    const proof = oauth.ClientSecretPost(apiKey.key);
    const scope = await refusal(ask(proof, 'admin'));
    expect(scope).toBeInstanceOf(oauth.ResponseBodyError);
    expect(scope).toMatchObject({ error: 'invalid_scope', status: 400 });
    const wrong = await refusal(ask(oauth.ClientSecretBasic('wrong')));
    expect(wrong).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    expect(wrong).toMatchObject({ status: 401, cause: [{ scheme: 'basic' }] });
  });
});

describe('the errors of the OAuth endpoints', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const credentials = `client_id=${apiKey.id}&client_secret=${apiKey.key}`;

  it.each([
    ['/auth/token', '', 400, 'invalid_request'],
    ['/auth/token', 'grant_type=password&username=a&password=b', 400, 'unsupported_grant_type'],
    ['/auth/token', 'grant_type=password', 400, 'unsupported_grant_type'],
    ['/auth/token', 'grant_type=refresh_token', 400, 'invalid_request'],
    ['/auth/token', 'grant_type=refresh_token&refresh_token=x', 400, 'invalid_grant'],
    ['/auth/token', 'grant_type=client_credentials', 401, 'invalid_client'],
    ['/auth/token', 'grant_type=client_credentials&client_id=a', 401, 'invalid_client'],
    ['/auth/token', `grant_type=client_credentials&scope=x&${credentials}`, 400, 'invalid_scope'],
    ['/auth/token', 'grant_type=a&grant_type=b', 400, 'invalid_request'],
    ['/auth/revoke', '', 400, 'invalid_request'],
    ['/auth/introspect', credentials, 400, 'invalid_request'],
    ['/auth/introspect', 'token=x', 401, 'invalid_client'],
    ['/auth/introspect', 'token=x&client_id=a&client_secret=b', 401, 'invalid_client'],
  ])('of %s stand beside the problem details: %s', async (path, body, status, error) => {
    const answer = await rest('POST', path, body, form);
    expect([answer.status, answer.body.status, answer.body.error]).toEqual([status, status, error]);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body.error_description).toBe(answer.body.detail);
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });
});

it('tells a stranger nothing of a token that is not theirs', async () => {
  const { body } = await rest('POST', '/auth/introspect', {
    token: access_token,
    client_id: apiKey.id,
    client_secret: apiKey.key,
  });
  expect(body.active).toBe(true);
  const stranger = { email: 'stranger@example.org', password: 'a password long enough' };
  await rest('POST', '/auth/accounts', { ...stranger, role: 'editor' }, bearer(access_token));
  const strangerToken = bearer((await logIn(service, stranger)).access_token);
  for (const token of [access_token, apiKey.key]) {
    expect((await rest('POST', '/auth/introspect', { token }, strangerToken)).body).toEqual({
      active: false,
    });
  }
});
