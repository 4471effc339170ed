import {
  type GraphQLField,
  getNamedType,
  isCompositeType,
  isRequiredArgument,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { type AccessRule, isScopeRule } from '../../src/domain/caller.ts';
import { roles } from '../../src/domain/scopes.ts';
import { accessRulesOf } from '../../src/http/operations/access-rules.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { accessRuleOf, rootFields } from '../../src/schema/access.ts';
import { buildSchema } from '../../src/schema/schema.ts';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { documentRows } from '../support/document-rows.ts';

const service = await createTestApp({ env: { ANONYMOUS_SCOPES: '' } });
const { rest, graphql } = service;
const schema = buildSchema();
const admin = await logIn(service);
const viewer = bearer(
  (await logIn(service, await makeAccount(service, admin.access_token))).access_token,
);
const { body: document } = await rest('GET', '/openapi.json');

const fields = rootFields(schema).map((field) => ({ field, name: field.name }));

/** Requests the field without its variables: the guard rejects before they are checked. */
function operationFor(field: GraphQLField<unknown, unknown>): string {
  const kinds = {
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
    query: schema.getQueryType(),
  };
  const [kind] =
    Object.entries(kinds).find(([, type]) => type?.getFields()[field.name] === field) ?? [];
  const needed = field.args.filter(isRequiredArgument);
  const variables = needed.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  // A stream that begins would not end by itself.
  const end = kind === 'subscription' && needed.length === 0 ? 'after: "now"' : '';
  const values = needed.map(({ name }) => `${name}: $${name}`).join(', ') || end;
  const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : '';
  return `${kind} ${variables ? `(${variables})` : ''} {
    ${field.name} ${values ? `(${values})` : ''} ${selection}
  }`;
}

const isOpen = (rule: AccessRule) => rule === 'public';
const isForViewers = (rule: AccessRule) =>
  isOpen(rule) ||
  rule === 'authenticated' ||
  rule === 'login' ||
  rule === 'setup' ||
  (roles.viewer as readonly AccessRule[]).includes(rule);

async function codesFor(query: string, headers: Record<string, string>): Promise<string[]> {
  const accept = 'application/json, text/event-stream';
  const { body } = await graphql(query, {}, { accept, ...headers });
  return (body.errors ?? []).map(
    ({ extensions }: { extensions: { code: string } }) => extensions.code,
  );
}

describe('the field', () => {
  it.each(fields)('$name has a rule', ({ field }) => {
    expect(accessRuleOf(field)).toMatch(/^(public|authenticated|login|setup|admin|\w+:\w+)$/);
  });

  it.each(fields)('$name is open to strangers only where its rule is public', async ({ field }) => {
    const codes = await codesFor(operationFor(field), {});
    expect(codes.includes('UNAUTHENTICATED')).toBe(!isOpen(accessRuleOf(field)));
  });

  it.each(fields)('$name is closed to a viewer where their scopes end', async ({ field }) => {
    const codes = await codesFor(operationFor(field), viewer);
    expect(codes.includes('FORBIDDEN')).toBe(!isForViewers(accessRuleOf(field)));
    expect(codes).not.toContain('UNAUTHENTICATED');
  });
});

describe('a field hidden from sight', () => {
  const hidden = [
    ['an alias', 'query { questions: accounts { totalCount } }'],
    ['a fragment', 'query { ...All } fragment All on Query { accounts { totalCount } }'],
    [
      'fragments in fragments',
      'query { ...A } fragment A on Query { ...B } fragment B on Query { accounts { totalCount } }',
    ],
    ['an inline fragment', 'query { ... on Query { ... { accounts { totalCount } } } }'],
    [
      'one more of the same',
      'query { questions { totalCount } a: questions { totalCount } accounts { totalCount } }',
    ],
    ['a directive', 'query { accounts @include(if: true) { totalCount } }'],
  ];

  it.each(hidden)('by %s is guarded', async (_, query) => {
    expect(await codesFor(query, {})).toContain('UNAUTHENTICATED');
    expect(await codesFor(query, viewer)).toContain('FORBIDDEN');
    expect(await codesFor(query, bearer(admin.access_token))).toEqual([]);
  });

  it('in another operation of the document is guarded when that one runs', async () => {
    const query =
      'query Open { questions { totalCount } } query Closed { accounts { totalCount } }';
    const run = async (operationName: string) =>
      (await rest('POST', '/graphql', { query, operationName }, viewer)).body;
    expect((await run('Open')).errors).toBeUndefined();
    expect((await run('Closed')).errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('does nothing of a mutation before it refuses the rest', async () => {
    const key = (name: string) =>
      `createApiKey(input: {name: "${name}", scopes: ["questions:read"]}) { id }`;
    const id = crypto.randomUUID();
    const codes = await codesFor(`mutation { ${key('early')} deleteAccount(id: "${id}") }`, viewer);
    expect(codes).toEqual(['FORBIDDEN']);
    expect((await rest('GET', '/auth/keys', undefined, viewer)).body.page.total).toBe(0);
  });
});

describe.each([...rows, ...documentRows])('$method $path ($name)', (row) => {
  const rules: AccessRule[] = row.document
    ? [...accessRulesOf(schema, parse(row.document))]
    : ['public'];
  const path = row.path.replace('{id}', crypto.randomUUID());
  const send = (headers?: Record<string, string>) =>
    rest(row.method, path, row.body ? {} : undefined, headers);

  it('names its scope in the OpenAPI document', () => {
    const { security, description } = document.paths[row.path][row.method.toLowerCase()];
    expect(rules).toHaveLength(1);
    const [rule = 'public'] = rules;
    const scopes = isScopeRule(rule) ? [rule] : [];
    expect(security).toEqual(isOpen(rule) ? [] : [{ bearer: scopes }]);
    for (const scope of isOpen(rule) ? [] : scopes) expect(description).toContain(scope);
  });

  it('answers strangers with 401 unless it is public', async () => {
    const { status, headers } = await send();
    expect(status === 401).toBe(!rules.every(isOpen));
    expect(headers.has('www-authenticate')).toBe(status === 401);
  });

  it('answers a viewer with 403 exactly where their scopes end', async () => {
    const { status, headers, body } = await send(viewer);
    expect(status === 403).toBe(!rules.every(isForViewers));
    expect(status).not.toBe(401);
    if (status !== 403) return;
    expect(headers.get('www-authenticate')).toContain(`scope="${rules[0]}"`);
    expect(body.detail).toContain(rules[0]);
  });
});
