import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/http/rest/row.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { analysisParityCases } from '../support/analysis-parity-cases.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { authParityCases } from '../support/auth-parity-cases.ts';
import { fillPath, idsOf } from '../support/fill-path.ts';
import { formParityCases } from '../support/form-parity-cases.ts';
import type { Given, ParityCase } from '../support/parity-case.ts';
import { parityCases } from '../support/parity-cases.ts';
import { unknown } from '../support/question-states.ts';
import { makeQuestion } from '../support/questions.ts';
import { quizParityCases } from '../support/quiz-parity-cases.ts';
import { responseParityCases } from '../support/response-parity-cases.ts';
import { setParityCases } from '../support/set-parity-cases.ts';
import { webhookParityCases } from '../support/webhook-parity-cases.ts';

const quotas = {
  RATE_LIMIT_ANONYMOUS: '1000000',
  RATE_LIMIT_TOKEN: '1000000',
  RATE_LIMIT_ANALYSIS: '1000000',
  RATE_LIMIT_TRANSFER: '1000000',
};
const service = await createTestApp({
  env: {
    RATE_LIMIT: 'on',
    RATE_LIMIT_STORE: 'memory',
    WORKERS: '1',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    ...quotas,
  },
});
const { rest, graphql } = service;

const cases = {
  ...parityCases,
  ...analysisParityCases,
  ...authParityCases,
  ...webhookParityCases,
  ...formParityCases,
  ...responseParityCases,
  ...quizParityCases,
  ...setParityCases,
};

const remaining = ({ headers }: Answer) =>
  Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** The cost of a request: the difference of the rate limit headers before and after it. */
async function costOf(
  headers: Record<string, string>,
  send: () => Promise<Answer>,
): Promise<number> {
  const before = remaining(await graphql('{ __typename }', {}, headers));
  return before - remaining(await send());
}

async function make<T>(given: Given<T>): Promise<T> {
  return typeof given === 'function' ? (given as (service: TestApp) => Promise<T>)(service) : given;
}

async function costsOf(
  row: Row,
  parityCase: ParityCase,
  query = parityCase.query ?? '',
  more = {},
) {
  const headers = (await parityCase.headers?.(service)) ?? {};
  const ids = [await parityCase.given?.(service), await parityCase.given?.(service)];
  const body = await make(parityCase.body);
  const matching = {
    ...headers,
    ...(parityCase.ifMatch ? { 'if-match': parityCase.ifMatch } : {}),
  };
  const path = fillPath(row.path, ids[0] ?? '') + query;
  const overRest = await costOf(headers, () => rest(row.method, path, body, matching));
  const variables = { ...(await make(parityCase.variables)), ...more };
  const values = row.path.includes('{id}')
    ? { ...idsOf(row.path, ids[1] ?? ''), ...variables }
    : variables;
  const overGraphql = await costOf(headers, () => graphql(row.document, values, headers));
  return { overRest, overGraphql };
}

const isSuccess = ({ code }: ParityCase) => code === undefined;
const successOf = ({ name }: Row): ParityCase =>
  cases[name]?.find(isSuccess) ?? { does: '', given: unknown, variables: {} };

describe.each(rows.filter(({ query }) => query?.cursor))('$path as a list', (row) => {
  it('costs the same on both interfaces by its limit', async () => {
    const first = successOf(row);
    const { query: _, ...parityCase } = first;
    const plain = { ...parityCase, variables: {} };
    const page = await costsOf(row, plain, '?limit=20', { first: 20 });
    const full = await costsOf(row, plain, '?limit=100', { first: 100 });
    expect(page.overRest).toBe(page.overGraphql);
    expect(full.overRest).toBe(full.overGraphql);
    // A page within a resource costs the resource as well.
    const own = row.path.endsWith('{id}') ? 1 : 0;
    expect(full.overRest - own).toBe(5 * (page.overRest - own));
  });
});

it('takes 1 point for a page of 20 questions and 5 for one of 100', async () => {
  await rest('POST', '/questions', makeQuestion());
  expect(await costOf({}, () => rest('GET', '/questions'))).toBe(1);
  expect(await costOf({}, () => rest('GET', '/questions?limit=20'))).toBe(1);
  expect(await costOf({}, () => rest('GET', '/questions?limit=100'))).toBe(5);
});

it('takes a point for every 20 responses that are recorded', async () => {
  const { body } = await rest('POST', '/questions', makeQuestion());
  const responses = Array(41).fill({ question_id: body.id, score: 1 });
  expect(await costOf({}, () => rest('POST', '/responses', responses))).toBe(3);
});

it('exempts stored operations from the limit of aliases, and nothing that looks like one', async () => {
  const row = rows.find(({ name }) => name === 'getQuestionHistory');
  const { body } = await rest('POST', '/questions', makeQuestion());
  const stored = await graphql(row?.document ?? '', { id: body.id });
  expect(stored.body.data.body.data).toHaveLength(1);
  const similar = await graphql(`${row?.document} `, { id: body.id });
  expect(similar.body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX');
});
