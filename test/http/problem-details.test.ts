import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable } from '../../src/domain/errors.ts';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { type Answer, createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';
import { makeGuarded } from '../support/second-factor.ts';

const service = await createTestApp({ env: { BODY_LIMIT: '10kb' } });
const { rest, graphql } = service;
const taken = makeQuestion({ source: 'book', external_id: '1' });
const { body: question } = await rest('POST', '/questions', taken);
const path = `/questions/${question.id}`;
const json = { 'content-type': 'application/json' };
const { access_token: admin } = await logIn({ rest });
const { email, password } = await makeAccount({ rest }, admin);
const { access_token: viewer } = await logIn({ rest }, { email, password });
const guarded = await makeGuarded(service);
const poor = await createTestApp({ env: { RATE_LIMIT: 'on', RATE_LIMIT_ANONYMOUS: '1' } });
await poor.rest('GET', '/questions');

const provoked: [ErrorCode, string, () => Promise<Answer>][] = [
  ['BAD_REQUEST', '/questions', () => rest('GET', '/questions?limit=x')],
  ['BAD_REQUEST', '/questions', () => rest('POST', '/questions', '{', json)],
  ['UNAUTHENTICATED', '/auth/me', () => rest('GET', '/auth/me')],
  ['SECOND_FACTOR_REQUIRED', '/auth/login', () => rest('POST', '/auth/login', guarded)],
  ['FORBIDDEN', '/auth/accounts', () => rest('GET', '/auth/accounts', undefined, bearer(viewer))],
  ['RATE_LIMITED', '/questions', () => poor.rest('GET', '/questions')],
  ['NOT_FOUND', '/questions/x', () => rest('GET', '/questions/x')],
  ['NOT_FOUND', '/nowhere', () => rest('GET', '/nowhere')],
  ['METHOD_NOT_ALLOWED', '/questions', () => rest('DELETE', '/questions')],
  ['METHOD_NOT_ALLOWED', '/docs', () => rest('DELETE', '/docs')],
  [
    'NOT_ACCEPTABLE',
    '/questions',
    () => rest('GET', '/questions', undefined, { accept: 'image/png' }),
  ],
  ['CONFLICT', '/questions', () => rest('POST', '/questions', taken)],
  ['PRECONDITION_FAILED', path, () => rest('PUT', path, { difficulty: 0 }, { 'if-match': '"9"' })],
  ['PAYLOAD_TOO_LARGE', '/questions', () => rest('POST', '/questions', ' '.repeat(20_000), json)],
  [
    'UNSUPPORTED_MEDIA_TYPE',
    '/questions',
    () => rest('POST', '/questions', 'a=b', { 'content-type': 'text/plain' }),
  ],
  ['BAD_USER_INPUT', path, () => rest('PUT', path, { difficulty: 9 })],
];

describe('REST', () => {
  it.each(provoked)('tells %s at %s as problem details', async (code, instance, provoke) => {
    const { status, headers, body } = await provoke();
    const { errors, violated_policies: _, ...problem } = body;
    expect(status).toBe(errorTable[code].status);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(headers.get('api-version')).toBe('1');
    expect(problem).toEqual({
      type: `/problems/${code.toLowerCase().replaceAll('_', '-')}`,
      title: errorTable[code].title,
      status,
      detail: expect.stringMatching(/^[A-Z\d].*\.$/),
      instance,
      code,
      request_id: headers.get('x-request-id'),
    });
    for (const item of errors ?? []) {
      expect(item).toEqual({
        ...('pointer' in item
          ? { pointer: expect.any(String) }
          : { parameter: expect.any(String) }),
        code: expect.stringMatching(/^[a-z_]+$/),
        detail: expect.stringMatching(/^[A-Z].*\.$/),
      });
    }
  });

  it('explains each type of problem at its address, to people and to programs', async () => {
    for (const [code, entry] of Object.entries(errorTable)) {
      const path = `/problems/${code.toLowerCase().replaceAll('_', '-')}`;
      const { body } = await rest('GET', path);
      expect(body).toMatchObject({ code, ...entry });
      expect((await rest('GET', `/problems/${code}`)).body).toEqual(body);
      const page = await rest('GET', path, undefined, { accept: 'text/html' });
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      for (const text of [entry.title, body.meaning, body.remedy])
        expect(page.body).toContain(text);
    }
  });
});

describe('GraphQL', () => {
  const input = {
    questionText: 'Why?',
    correctAnswer: 'So.',
    category: 'SCIENCE',
    difficulty: 'BASIC',
  };
  const create = 'mutation ($input: QuestionInput!) { createQuestion(input: $input) { id } }';
  const update = `mutation ($id: ID!, $input: QuestionChangesInput!, $ifVersion: [Int!]) {
    updateQuestion(id: $id, input: $input, ifVersion: $ifVersion) { id }
  }`;
  const origin = { source: 'book', externalId: '1' };

  it.each([
    ['BAD_REQUEST', 'a document that cannot be parsed', () => graphql('{')],
    ['BAD_REQUEST', 'a document that is not valid', () => graphql('{ nothing }')],
    [
      'QUERY_TOO_COMPLEX',
      'a document that asks for too much',
      () => graphql(`{${' a'.repeat(1000)}}`),
    ],
    [
      'BAD_REQUEST',
      'an operation that is not there',
      () => rest('POST', '/graphql', { query: '{ __typename }', operationName: 'Other' }),
    ],
    [
      'BAD_USER_INPUT',
      'a variable that does not fit',
      () => graphql(create, { input: { ...input, difficulty: 9 } }),
    ],
    [
      'BAD_USER_INPUT',
      'a variable that breaks a rule',
      () => graphql(create, { input: { ...input, questionText: '' } }),
    ],
    ['NOT_FOUND', 'what is not there', () => graphql('{ question(id: "x") { id } }')],
    ['CONFLICT', 'what is taken', () => graphql(create, { input: { ...input, ...origin } })],
    [
      'PRECONDITION_FAILED',
      'what changed in the meantime',
      () => graphql(update, { id: question.id, input: { difficulty: 'BASIC' }, ifVersion: 9 }),
    ],
  ] satisfies [ErrorCode, string, () => Promise<Answer>][])(
    'tells %s of %s, in a body that has nothing else',
    async (code, _what, provoke) => {
      const { status, headers, body } = await provoke();
      expect([200, 400]).toContain(status);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('api-version')).toBe('1');
      expect(Object.keys(body).filter((key) => key !== 'data')).toEqual(['errors']);
      expect(body.errors.length).toBeGreaterThan(0);
      for (const error of body.errors) {
        expect(error.message).toMatch(/^[A-Z\d].*\.$/s);
        expect(error.extensions.code).toBe(code);
        expect(
          Object.keys(error.extensions).filter((key) => !['code', 'errors'].includes(key)),
        ).toEqual([]);
      }
    },
  );
});
