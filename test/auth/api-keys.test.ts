import { describe, expect, it } from 'vitest';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { createClock } from '../support/clock.ts';

const { clock, advance } = createClock();
const service = await createTestApp({ clock, env: { ANONYMOUS_SCOPES: '' } });
const { rest, graphql } = service;
const { access_token } = await logIn(service);
const editor = await logIn(service, await makeAccount(service, access_token, 'editor'));
const asEditor = bearer(editor.access_token);

const make = (more: object = {}, headers = asEditor) =>
  rest('POST', '/auth/keys', { name: 'a key', scopes: ['questions:read'], ...more }, headers);
const list = async (headers = asEditor) =>
  (await rest('GET', '/auth/keys', undefined, headers)).body;

describe('an API key', () => {
  it('is shown once, and never again', async () => {
    const { status, headers, body } = await make({ name: ' Import ' });
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(body).toMatchObject({ name: 'Import', expires_at: null, last_used_at: null });
    expect(body.key).toMatch(/^qst_[\w-]{49}$/);
    const listed = await list();
    expect(JSON.stringify(listed)).not.toContain('qst_');
    expect(listed.data.every((key: Json) => !('key' in key) && !('hash' in key))).toBe(true);
    const { data } = (await graphql('{ apiKeys { nodes { id key } } }', {}, asEditor)).body;
    expect(data.apiKeys.nodes.map(({ key }: Json) => key)).toEqual(listed.data.map(() => null));
  });

  it.each([
    ['admin', 'not_yours'],
    ['metrics:read', 'not_yours'],
    ['everything', 'invalid'],
    ['', 'invalid'],
    ['QUESTIONS:READ', 'invalid'],
  ])('cannot have the scope %j of an editor', async (scope, code) => {
    const { status, body } = await make({ scopes: ['questions:read', scope] });
    expect([status, body.errors[0].pointer]).toEqual([422, '/scopes/1']);
    if (code === 'not_yours') expect(body.errors[0].code).toBe(code);
  });

  it.each([
    [{ scopes: [] }, '/scopes'],
    [{ scopes: 'questions:read' }, '/scopes'],
    [{ name: ' ' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ name: 'a\u0000b' }, '/name'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ expires_at: 'tomorrow' }, '/expires_at'],
    [{ expires_at: 1 }, '/expires_at'],
  ])('keeps the rules: %j', async (more, pointer) => {
    const { status, body } = await make(more);
    expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('notes its last use, to the minute', async () => {
    const { body } = await make();
    const lastUse = async () =>
      (await list()).data.find(({ id }: Json) => id === body.id).last_used_at;
    const first = clock().toISOString();
    await rest('GET', '/questions', undefined, bearer(body.key));
    expect(await lastUse()).toBe(first);
    advance(30);
    await rest('GET', '/questions', undefined, bearer(body.key));
    expect(await lastUse()).toBe(first);
    advance(31);
    await rest('GET', '/questions', undefined, bearer(body.key));
    expect(await lastUse()).toBe(clock().toISOString());
  });

  it('that is mistyped, cut or stretched is refused without a look at the database', async () => {
    const { body } = await make();
    const { key } = body as { key: string };
    const other = key.at(10) === 'A' ? 'B' : 'A';
    const wrong = [
      `${key.slice(0, 10)}${other}${key.slice(11)}`,
      key.slice(0, -1),
      `${key}A`,
      key.toUpperCase(),
      key.replace('qst_', 'QST_'),
    ];
    for (const one of wrong) {
      expect((await rest('GET', '/questions', undefined, bearer(one))).status).toBe(401);
    }
  });

  it('belongs to its account alone', async () => {
    const { body } = await make();
    const stranger = bearer(access_token);
    expect((await list(stranger)).data.map(({ id }: Json) => id)).not.toContain(body.id);
    expect((await rest('DELETE', `/auth/keys/${body.id}`, undefined, stranger)).status).toBe(404);
    expect((await rest('DELETE', `/auth/keys/${body.id}`, undefined, asEditor)).status).toBe(204);
    expect((await rest('DELETE', `/auth/keys/${body.id}`, undefined, asEditor)).status).toBe(404);
  });

  it('is made once for one Idempotency-Key, and not shown to the repeat', async () => {
    const headers = { ...asEditor, 'idempotency-key': 'make one key' };
    const before = (await list()).page.total;
    const [first, second] = [await make({}, headers), await make({}, headers)];
    expect([first.status, second.status, second.body.code]).toEqual([201, 409, 'CONFLICT']);
    expect(second.body.detail).not.toContain('qst_');
    expect((await list()).page.total).toBe(before + 1);
  });
});

describe('me', () => {
  it('says who is asking, by token and by key', async () => {
    const { body } = await make();
    const me = async (headers: Record<string, string>) =>
      (await rest('GET', '/auth/me', undefined, headers)).body;
    const byToken = await me(asEditor);
    const byKey = await me(bearer(body.key));
    expect(byToken.caller_id).toBe(`account:${byToken.account.id}`);
    expect([byKey.caller_id, byKey.account.id]).toEqual([`key:${body.id}`, byToken.account.id]);
    expect(byKey.scopes).toEqual(['questions:read']);
    expect(JSON.stringify([byToken, byKey])).not.toMatch(/password(?!_expires_at)|hash|argon2/);
  });
});
