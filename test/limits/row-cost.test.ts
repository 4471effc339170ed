import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/http/rest/row.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { analysisParityCases } from '../support/analysis-parity-cases.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { authParityCases } from '../support/auth-parity-cases.ts';
import type { Given, ParityCase } from '../support/parity-case.ts';
import { parityCases } from '../support/parity-cases.ts';
import { makeQuestion } from '../support/questions.ts';

const quotas = {
  RATE_LIMIT_ANONYMOUS: '1000000',
  RATE_LIMIT_TOKEN: '1000000',
  RATE_LIMIT_ANALYSIS: '1000000',
};
const service = await createTestApp({
  env: { RATE_LIMIT: 'on', RATE_LIMIT_STORE: 'memory', WORKERS: '1', ...quotas },
});
const { rest, graphql } = service;

const cases = { ...parityCases, ...analysisParityCases, ...authParityCases };

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
  const path = row.path.replace('{id}', ids[0] ?? '').replace('{other}', ids[0] ?? '') + query;
  const overRest = await costOf(headers, () => rest(row.method, path, body, matching));
  const variables = { ...(await make(parityCase.variables)), ...more };
  const other = row.path.includes('{other}') ? { other: ids[1] } : {};
  const values = row.path.includes('{id}') ? { id: ids[1], ...other, ...variables } : variables;
  const overGraphql = await costOf(headers, () => graphql(row.document, values, headers));
  return { overRest, overGraphql };
}

const isSuccess = ({ code }: ParityCase) => code === undefined;
const successOf = ({ name }: Row): ParityCase =>
  cases[name]?.find(isSuccess) ?? { does: '', variables: {} };

describe.each(rows)('$method $path ($name)', (row) => {
  it('costs what its stored operation costs on /graphql', async () => {
    const { overRest, overGraphql } = await costsOf(row, successOf(row));
    expect(overRest).toBeGreaterThanOrEqual(1);
    expect(overRest).toBe(overGraphql);
  });
});

describe.each(rows.filter(({ query }) => query?.cursor))('$path as a list', (row) => {
  it('costs the same on both interfaces by its limit', async () => {
    const first = successOf(row);
    const { query: _, ...parityCase } = first;
    const plain = { ...parityCase, variables: {} };
    const page = await costsOf(row, plain, '?limit=20', { first: 20 });
    const full = await costsOf(row, plain, '?limit=100', { first: 100 });
    expect(page.overRest).toBe(page.overGraphql);
    expect(full.overRest).toBe(full.overGraphql);
    expect(full.overRest).toBe(5 * page.overRest);
  });
});

it('takes 1 point for a page of 20 questions and 5 for one of 100', async () => {
  await rest('POST', '/questions', makeQuestion());
  expect(await costOf({}, () => rest('GET', '/questions'))).toBe(1);
  expect(await costOf({}, () => rest('GET', '/questions?limit=20'))).toBe(1);
  expect(await costOf({}, () => rest('GET', '/questions?limit=100'))).toBe(5);
});

it('exempts stored operations from the limit of aliases, and nothing that looks like one', async () => {
  const row = rows.find(({ name }) => name === 'getQuestionHistory');
  const { body } = await rest('POST', '/questions', makeQuestion());
  const stored = await graphql(row?.document ?? '', { id: body.id });
  expect(stored.body.data.body.data).toHaveLength(1);
  const similar = await graphql(`${row?.document} `, { id: body.id });
  expect(similar.body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX');
});
