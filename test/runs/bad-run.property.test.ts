import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { analysisTypes } from '../../src/analyses/registry.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { startEmbeddingsServer } from '../support/embeddings-server.ts';
import {
  expectValidGraphql,
  expectValidRest,
  hostileHeader,
  hostileJson,
  hostileText,
} from '../support/hostile.ts';
import { runs } from '../support/property-runs.ts';
import { makeQuestion } from '../support/questions.ts';

const provider = await startEmbeddingsServer();
// Nothing is executed here: only requests are tested.
const env = { EMBEDDINGS_URL: provider.url, EMBEDDINGS_MODEL: 'test' };
const { rest, graphql, logged } = await createTestApp({ env });
const { body: question } = await rest('POST', '/questions', makeQuestion());
const noWait = { prefer: 'wait=0' };

afterAll(() => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});

const names = analysisTypes.map(({ name }) => name);

/** The names of all parameters, so that generated input hits them. */
const parameterNames = [
  ...new Set(
    analysisTypes.flatMap(({ parameters }) =>
      Object.keys((parameters as unknown as { shape: object }).shape),
    ),
  ),
];

const id = fc.oneof(fc.constant(question.id), fc.uuid(), hostileText);
const parameters = fc.dictionary(
  fc.oneof(fc.constantFrom(...parameterNames), hostileText),
  fc.oneof(hostileJson, fc.constantFrom('all', 'none', 1, 0.5, [], {})),
  { maxKeys: 3 },
);
const selection = fc.dictionary(
  fc.oneof(
    fc.constantFrom('category', 'difficulty', 'topic_focus', 'search', 'ids', 'source'),
    fc.constantFrom('created_after', 'updated_after', 'topicFocus', '__proto__'),
    hostileText,
  ),
  fc.oneof(hostileJson, fc.constantFrom([0], ['Science'], 'x', '2026-01-01T00:00:00Z')),
  { maxKeys: 3 },
);

/** A part of a request: often valid, otherwise nearly valid, otherwise anything. */
const part = (valid: unknown[], nearly: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...valid) },
    { weight: 3, arbitrary: nearly },
    { weight: 1, arbitrary: hostileJson },
  );

const nearlyRequest = fc.record(
  {
    analysis_type: part(names, hostileText),
    question_ids: part([[question.id], null], fc.array(id, { maxLength: 4 })),
    selection: part([{}, null, { category: ['Science'] }], selection),
    parameters: part([{}, null, { items: 'all' }], parameters),
  },
  { requiredKeys: ['analysis_type'] },
);

describe('POST /analysis/run', () => {
  it('of any JSON gets an answer', async () => {
    const property = fc.asyncProperty(hostileJson, async (body) => {
      expectValidRest(await rest('POST', '/analysis/run', JSON.stringify(body), noWait));
    });
    await fc.assert(property, runs(150));
  });

  it('of a nearly sound request is taken or refused, never half', async () => {
    const count = async () => (await rest('GET', '/analysis')).body.page.total;
    const before = await count();
    let taken = 0;
    const property = fc.asyncProperty(nearlyRequest, async (body) => {
      const answer = await rest('POST', '/analysis/run', JSON.stringify(body), noWait);
      expectValidRest(answer);
      expect([202, 422]).toContain(answer.status);
      if (answer.status === 422) return;
      taken += 1;
      const read = await rest('GET', answer.headers.get('location') ?? '');
      expect(read.body).toEqual(answer.body);
      expect(read.body.analysis_type).toBe(body.analysis_type);
    });
    const { numRuns } = runs(300);
    await fc.assert(property, { numRuns });
    expect(taken).toBeGreaterThan(numRuns / 60);
    expect(await count()).toBe(before + taken);
  });

  it('with any Prefer and Idempotency-Key gets an answer', async () => {
    const property = fc.asyncProperty(hostileHeader, hostileHeader, async (prefer, key) => {
      const headers = { prefer: `wait=0, ${prefer}`, 'idempotency-key': key };
      expectValidRest(await rest('POST', '/analysis/run', { analysis_type: 'coverage' }, headers));
    });
    await fc.assert(property, runs(80));
  });
});

describe('runAnalysis', () => {
  it('of any variables gets an answer in GraphQL’s shape', async () => {
    const query = `mutation ($input: RunAnalysisInput!, $wait: Int) {
      runAnalysis(input: $input, wait: $wait) { id status parameters selection }
    }`;
    const input = fc.oneof(
      hostileJson,
      nearlyRequest.map(({ analysis_type, question_ids, ...others }: Json) => ({
        ...others,
        analysisType:
          typeof analysis_type === 'string' ? analysis_type.toUpperCase() : analysis_type,
        ...(question_ids === undefined ? {} : { questionIds: question_ids }),
      })),
    );
    const property = fc.asyncProperty(input, async (given) => {
      expectValidGraphql(await graphql(query, { input: given, wait: 0 }));
    });
    await fc.assert(property, runs(200));
  });
});

describe('addresses of runs', () => {
  it('of any kind get an answer', async () => {
    const path = fc.constantFrom('', '/cancel', '/compare/x', '?limit=1', '?offset=x');
    const method = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT');
    const property = fc.asyncProperty(method, hostileText, path, async (how, given, rest2) => {
      const index = encodeURIComponent(given.toWellFormed());
      expectValidRest(await rest(how, `/analysis/${index}${rest2}`));
    });
    await fc.assert(property, runs(150));
  });
});
