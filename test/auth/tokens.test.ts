import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { type Answer, createTestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { claimsOf, type ForgedToken, forgeToken } from '../support/forged-token.ts';
import { makeQuestion } from '../support/questions.ts';
import { head, sendRaw } from '../support/raw-http.ts';

const { clock, advance } = createClock();
const service = await createTestApp({
  clock,
  env: { ANONYMOUS_SCOPES: 'questions:read', PORT: '0', BODY_LIMIT: '4kb' },
});
const { app, rest, graphql, logged } = service;
const address = await app.listen();
const { access_token: token } = await logIn(service);
const { kid, privateKey } = await app.auth.keys.current();
const publicKey = (await app.auth.keys.find(kid)) ?? '';
const stranger = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;

const header = { alg: 'ES256', typ: 'at+jwt', kid };
const claims = claimsOf(token);
const now = clock().getTime() / 1000;
/** A valid token, except for the given changes. */
const forge = (changes: ForgedToken) => forgeToken({ header, claims, privateKey, ...changes });
const [head64 = '', body64 = '', signature = ''] = token.split('.');
const grown = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' })).toString(
  'base64url',
);

const refused: [name: string, token: string][] = [
  ['alg none', forgeToken({ header: { ...header, alg: 'none' }, claims })],
  ['alg None with a signature', forge({ header: { ...header, alg: 'None' } })],
  [
    'HS256 by the public key',
    forgeToken({ header: { ...header, alg: 'HS256' }, claims, secret: publicKey }),
  ],
  ['ES384 by name', forge({ header: { ...header, alg: 'ES384' } })],
  ['another issuer', forge({ claims: { ...claims, iss: 'https://example.org' } })],
  ['another audience', forge({ claims: { ...claims, aud: 'https://example.org' } })],
  ['several audiences', forge({ claims: { ...claims, aud: [claims.aud, 'https://example.org'] } })],
  ['an expiry that has passed', forge({ claims: { ...claims, exp: now - 1 } })],
  ['an expiry that is now', forge({ claims: { ...claims, exp: now } })],
  ['no expiry', forge({ claims: { ...claims, exp: undefined } })],
  ['an expiry in words', forge({ claims: { ...claims, exp: 'never' } })],
  ['a beginning in the future', forge({ claims: { ...claims, nbf: now + 600 } })],
  ['a beginning in words', forge({ claims: { ...claims, nbf: 'soon' } })],
  ['a making in the future', forge({ claims: { ...claims, iat: now + 600 } })],
  ['no session and no key', forge({ claims: { ...claims, sid: undefined } })],
  ['both a session and a key', forge({ claims: { ...claims, client_id: claims.sid } })],
  ['a session that is not there', forge({ claims: { ...claims, sid: crypto.randomUUID() } })],
  ['a session that is no id', forge({ claims: { ...claims, sid: "' OR 1=1 --" } })],
  ['a key that is no id', forge({ claims: { ...claims, sid: undefined, client_id: '../../x' } })],
  ['an account that is no id', forge({ claims: { ...claims, sub: 'admin' } })],
  ['claims that are a list', forge({ claims: [claims] })],
  ['no kid', forge({ header: { ...header, kid: undefined } })],
  ['a kid with a path', forge({ header: { ...header, kid: '../../../dev/null' } })],
  ['a kid with SQL', forge({ header: { ...header, kid: "' UNION SELECT 'x' --" } })],
  ['a kid that is an object', forge({ header: { ...header, kid: { toString: 1 } } })],
  ['a kid that is inherited', forge({ header: { ...header, kid: '__proto__' } })],
  [
    'a key it brings itself',
    forge({ header: { ...header, jwk: {}, jku: 'https://example.org' }, privateKey: stranger }),
  ],
  ['another key', forge({ privateKey: stranger })],
  ['typ JWT', forge({ header: { ...header, typ: 'JWT' } })],
  [
    'typ JWT and claims that are no JSON',
    `${Buffer.from('{"alg":"ES256","typ":"JWT"}').toString('base64url')}.AAAA.AAAA`,
  ],
  ['no typ', forge({ header: { ...header, typ: undefined } })],
  ['changed claims', `${head64}.${grown}.${signature}`],
  ['no signature', `${head64}.${body64}.`],
  ['two parts', `${head64}.${body64}`],
  ['a header that is null', `bnVsbA.${body64}.${signature}`],
  ['words', 'nonsense'],
  ['10 KB', forge({ claims: { ...claims, padding: 'x'.repeat(7500) } })],
  ['an API key with a wrong checksum', `qst_${'A'.repeat(49)}`],
  ['the beginning of an API key', 'qst_'],
];

function expectRefused({ status, headers, body }: Answer): void {
  const code = body.code ?? body.errors?.[0].extensions.code;
  expect([status, code]).toEqual([401, 'UNAUTHENTICATED']);
  expect(headers.get('www-authenticate')).toBe('Bearer realm="quaestor", error="invalid_token"');
}

describe('a token', () => {
  it('put together by hand the right way is accepted', async () => {
    for (const valid of [forge({}), forge({ claims: { ...claims, nbf: now } })]) {
      expect((await rest('GET', '/auth/me', undefined, bearer(valid))).status).toBe(200);
      expect((await graphql('{ me { callerId } }', {}, bearer(valid))).body.data.me).toBeTruthy();
    }
  });

  it.each(refused)('is refused with %s, on both interfaces', async (_, bad) => {
    expectRefused(await rest('GET', '/auth/me', undefined, bearer(bad)));
    // Even where no token is required: a caller that sends one expects to be authenticated.
    expectRefused(await rest('GET', '/questions', undefined, bearer(bad)));
    expectRefused(await graphql('{ questions { totalCount } }', {}, bearer(bad)));
  });

  it.each(refused)('with %s is inactive, and revoking it changes nothing', async (_, bad) => {
    const asked = await rest(
      'POST',
      '/auth/introspect',
      { token: bad.slice(0, 4000) },
      bearer(token),
    );
    expect([asked.status, asked.body]).toEqual([200, { active: false }]);
    expect((await rest('POST', '/auth/revoke', { token: bad.slice(0, 4000) })).status).toBe(200);
  });

  it.each(['bearer', 'BEARER', 'bEaReR'])('may be sent as %s', async (scheme) => {
    const sent = await rest('GET', '/auth/me', undefined, { authorization: `${scheme} ${token}` });
    expect(sent.status).toBe(200);
  });

  it.each([
    'Bearer',
    'Bearer ',
    `Bearer ${'a b'}`,
    `Bearer: ${token}`,
    `Bearer ${token}, Bearer ${token}`,
    `Token ${token}`,
    `Digest username="admin"`,
    token,
    'Negotiate',
    ',',
  ])('is refused in the header «%.30s»', async (authorization) => {
    expectRefused(await rest('GET', '/questions', undefined, { authorization }));
    expectRefused(await graphql('{ questions { totalCount } }', {}, { authorization }));
  });

  it('in the query string is an unknown parameter', async () => {
    const answer = await rest('GET', `/questions?access_token=${token}`);
    expect([answer.status, answer.body.errors[0].parameter]).toEqual([400, 'access_token']);
  });

  it('is refused in two headers, and with 431 when it is larger than all headers may be', async () => {
    const line = `Authorization: Bearer ${token}`;
    const basic = `Authorization: Basic ${Buffer.from('a:b').toString('base64')}`;
    for (const lines of [
      [line, line],
      [line, 'authorization: Bearer x'],
      [basic, line],
    ]) {
      const answer = await sendRaw(address, head('GET /questions HTTP/1.1', ...lines));
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([401, 'UNAUTHENTICATED']);
    }
    const huge = head('GET /auth/me HTTP/1.1', `Authorization: Bearer ${'x'.repeat(20_000)}`);
    const answer = await sendRaw(address, huge);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([431, 'HEADERS_TOO_LARGE']);
  });
});

describe('who is asking', () => {
  it('comes after what is wrong with the transport, and before what is asked', async () => {
    const add = (body: unknown, headers?: Record<string, string>) =>
      rest('POST', '/questions', body, headers);
    expect((await add({ question_text: 'x'.repeat(5000) })).status).toBe(413);
    expect((await add('a=b', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await add({ nonsense: true })).status).toBe(401);
    expect((await add('{ no JSON')).status).toBe(401);
    expect((await rest('DELETE', `/questions/${crypto.randomUUID()}`)).status).toBe(401);
    expect((await rest('DELETE', '/auth/accounts/nobody')).status).toBe(401);
  });

  it('is told which scope is missing', async () => {
    const viewer = await logIn(service, await makeAccount(service, token));
    const answer = await rest('POST', '/questions', makeQuestion(), bearer(viewer.access_token));
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(answer.body.detail).toContain('questions:write');
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer realm="quaestor", error="insufficient_scope", scope="questions:write"',
    );
    const id = crypto.randomUUID();
    const mutation = `mutation { deleteQuestion(id: "${id}") }`;
    const refused = await graphql(mutation, {}, bearer(viewer.access_token));
    const [error] = refused.body.errors;
    expect(refused.headers.get('www-authenticate')).toBe(answer.headers.get('www-authenticate'));
    expect([error.extensions.code, error.message]).toEqual(['FORBIDDEN', answer.body.detail]);
    const anonymous = await rest('POST', '/questions', makeQuestion());
    expect(anonymous.headers.get('www-authenticate')).toContain('scope="questions:write"');
  });
});

it('expires after 15 minutes, to the second', async () => {
  const ask = () => rest('GET', '/auth/me', undefined, bearer(token));
  advance(15 * 60 - 1);
  expect((await ask()).status).toBe(200);
  advance(1);
  expectRefused(await ask());
  expectRefused(await graphql('{ me { callerId } }', {}, bearer(token)));
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
