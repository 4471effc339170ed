import { beforeAll, describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp } from '../support/app.ts';
import { openStream, progressOf } from '../support/event-stream.ts';
import { makeQuestion } from '../support/questions.ts';

const env = { WORKERS: '1', PORT: '0', ANONYMOUS_SCOPES: 'questions:read' };
const service = await createTestApp({ env });
const { app, rest, graphql } = service;
const url = await app.listen();
const admin = bearer((await logIn(service)).access_token);

async function withScopes(...scopes: string[]): Promise<Record<string, string>> {
  const { body } = await rest('POST', '/auth/keys', { name: 'test', scopes }, admin);
  return bearer(body.key);
}

const reader = await withScopes('analysis:read');
const runner = await withScopes('analysis:run');
const anonymous = {};
let id = '';
let questionId = '';

beforeAll(async () => {
  const { body } = await rest('POST', '/questions', makeQuestion(), admin);
  questionId = body.id;
  id = await makeRun(service, 'SUCCEEDED', admin);
});

const reads = (): [string, string, string][] => [
  ['GET', '/analysis', '{ analyses { totalCount } }'],
  ['GET', `/analysis/${id}`, `{ analysis(id: "${id}") { id } }`],
  ['GET', '/analysis/types', '{ analysisTypes { name } }'],
  [
    'GET',
    `/analysis/${id}/compare/${id}`,
    `{ compareAnalyses(id: "${id}", other: "${id}") { unchanged } }`,
  ],
];
const changes = (): [string, string, string][] => [
  ['POST', '/analysis/run', 'mutation { runAnalysis(input: { analysisType: COVERAGE }) { id } }'],
  ['POST', `/analysis/${id}/cancel`, `mutation { cancelAnalysis(id: "${id}") { id } }`],
  ['DELETE', `/analysis/${id}`, `mutation { deleteAnalysis(id: "${id}") }`],
];

describe('analysis:read', () => {
  it('is needed to read, whatever else a caller may do', async () => {
    for (const [method, path, query] of reads()) {
      for (const [caller, status, code] of [
        [anonymous, 401, 'UNAUTHENTICATED'],
        [runner, 403, 'FORBIDDEN'],
      ] as const) {
        const answer = await rest(method, path, undefined, caller);
        expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
        expect(answer.headers.get('www-authenticate')).toContain('scope="analysis:read"');
        const { body } = await graphql(query, {}, caller);
        expect([query, body.errors[0].extensions.code]).toEqual([query, code]);
      }
    }
  });

  it('is enough to read', async () => {
    for (const [method, path, query] of reads()) {
      expect([path, (await rest(method, path, undefined, reader)).status]).toEqual([path, 200]);
      expect((await graphql(query, {}, reader)).body.errors).toBeUndefined();
    }
  });

  it('is needed to watch', async () => {
    const refused = await openStream(url, progressOf(id), runner);
    const [{ errors }] = await refused.rest();
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
    const stranger = await openStream(url, progressOf(id));
    expect([stranger.status, (await stranger.next()).errors[0].extensions.code]).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
    const stream = await openStream(url, progressOf(id), reader);
    expect((await stream.next()).data.analysisProgress.id).toBe(id);
  });
});

describe('analysis:run', () => {
  it('is needed to run, cancel and delete', async () => {
    for (const [method, path, query] of changes()) {
      for (const [caller, status, code] of [
        [anonymous, 401, 'UNAUTHENTICATED'],
        [reader, 403, 'FORBIDDEN'],
      ] as const) {
        const answer = await rest(method, path, '{"nonsense":1}', caller);
        expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
        const { body } = await graphql(query, {}, caller);
        expect([query, body.errors[0].extensions.code]).toEqual([query, code]);
      }
    }
    expect((await rest('GET', '/analysis', undefined, admin)).body.page.total).toBe(1);
  });

  it('is enough to run, cancel and delete', async () => {
    const run = await rest(
      'POST',
      '/analysis/run',
      { analysis_type: 'coverage' },
      { ...runner, prefer: 'wait=30' },
    );
    expect([run.status, run.body.status]).toEqual([200, 'SUCCEEDED']);
    const path = `/analysis/${run.body.id}`;
    expect((await rest('POST', `${path}/cancel`, undefined, runner)).status).toBe(409);
    expect((await rest('DELETE', path, undefined, runner)).status).toBe(204);
  });
});

describe('node', () => {
  const ask = async (about: string, caller: Record<string, string>) =>
    (
      await graphql(
        `query ($id: ID!) {
          node(id: $id) { __typename id ... on Analysis { status } ... on Question { version } }
        }`,
        { id: about },
        caller,
      )
    ).body;

  it('is a run, for those who may read runs', async () => {
    const shown = { __typename: 'Analysis', id, status: 'SUCCEEDED' };
    expect((await ask(id, reader)).data).toEqual({ node: shown });
    expect((await ask(id, admin)).data).toEqual({ node: shown });
  });

  it('is nothing to those who may not, and tells them no more of it than of what is not there', async () => {
    const known = await ask(id, anonymous);
    expect([known.data, known.errors[0].extensions.code]).toEqual([{ node: null }, 'NOT_FOUND']);
    const unknown = '01a1dcf3-a623-703b-b9e6-140b15b653d2';
    const message = (await ask(unknown, anonymous)).errors[0].message;
    expect(known.errors[0].message).toBe(message.replace(unknown, id));
    expect((await ask(id, runner)).errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await ask(questionId, reader)).errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await ask(questionId, anonymous)).data.node).toMatchObject({ __typename: 'Question' });
  });
});
