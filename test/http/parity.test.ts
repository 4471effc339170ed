import { describe, expect, it } from 'vitest';
import { toCamelCase } from '../../src/domain/naming.ts';
import type { Row } from '../../src/http/rest/row.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { analysisParityCases } from '../support/analysis-parity-cases.ts';
import { type Answer, createTestApp, type Json, type TestApp } from '../support/app.ts';
import { authParityCases } from '../support/auth-parity-cases.ts';
import type { Given, ParityCase } from '../support/parity-case.ts';
import { parityCases as questionCases } from '../support/parity-cases.ts';
import { origin } from '../support/question-states.ts';
import { makeQuestion } from '../support/questions.ts';

// The clock is frozen, so that two questions created the same way differ only in their ids.
const service = await createTestApp({
  clock: () => new Date('2026-01-31T12:00:00Z'),
  env: { WORKERS: '1' },
});
const { rest, graphql } = service;
await rest('POST', '/questions', makeQuestion(origin));

const parityCases = { ...questionCases, ...analysisParityCases, ...authParityCases };

const casesOf = ({ name }: Row): ParityCase[] => parityCases[name] ?? [];

async function make<T>(given: Given<T>): Promise<T> {
  return typeof given === 'function' ? (given as (service: TestApp) => Promise<T>)(service) : given;
}

async function askRest(row: Row, parityCase: ParityCase, id: string) {
  const { query = '', body, ifMatch } = parityCase;
  const headers = {
    ...(ifMatch ? { 'if-match': ifMatch } : {}),
    ...(await parityCase.headers?.(service)),
  };
  const path = row.path.replace('{id}', id).replace('{other}', id);
  return rest(row.method, path + query, await make(body), headers);
}

async function askGraphql({ document, path }: Row, parityCase: ParityCase, id: string) {
  const variables = await make(parityCase.variables);
  const other = path.includes('{other}') ? { other: id } : {};
  const values = path.includes('{id}') ? { id, ...other, ...variables } : variables;
  const { body } = await graphql(document, values, await parityCase.headers?.(service));
  return body;
}

/** Numbers ids by first occurrence. */
function withoutIds(value: Json): Json {
  const seen: string[] = [];
  const text = JSON.stringify(value).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (!seen.includes(id)) seen.push(id);
    return `id ${seen.indexOf(id)}`;
  });
  return JSON.parse(text);
}

function blank(value: Json, names: readonly string[]): Json {
  return JSON.parse(JSON.stringify(value, (key, item) => (names.includes(key) ? 'varies' : item)));
}

function withoutNulls(value: Json): Json {
  return JSON.parse(JSON.stringify(value, (_, item) => (item === null ? undefined : item)));
}

/** The errors of a REST response with GraphQL names. */
function faultsOf(row: Row, { body }: Answer): Json[] {
  return (body.errors ?? []).map(({ pointer, parameter, ...reported }: Json) => ({
    ...reported,
    pointer: parameter
      ? `/${row.query?.[parameter]?.variable.replace('.', '/')}`
      : toCamelCase(pointer),
  }));
}

it('has cases for every row and nothing else', () => {
  expect(Object.keys(parityCases).sort()).toEqual(rows.map(({ name }) => name).sort());
});

describe.each(rows)('$method $path ($name)', (row) => {
  it('has a case of success and of each error of its own', () => {
    const codes = new Set(casesOf(row).map(({ code }) => code));
    const own = [
      undefined,
      ...row.errors.filter((code) => code !== 'RATE_LIMITED'),
      ...(row.body && !row.body.isOAuth ? ['BAD_USER_INPUT' as const] : []),
    ];
    expect(own.filter((code) => !codes.has(code))).toEqual([]);
  });

  it.each(casesOf(row))('$does, over REST and GraphQL alike', async (parityCase) => {
    const { given, code } = parityCase;
    const id = (await given?.(service)) ?? '';
    const overRest = await askRest(row, parityCase, id);
    const other = row.method === 'GET' ? id : ((await given?.(service)) ?? '');
    const { data, errors = [] } = await askGraphql(row, parityCase, other);
    if (code) {
      const [{ message, extensions }] = errors;
      expect([overRest.body.code, extensions.code]).toEqual([code, code]);
      expect(withoutIds(overRest.body.detail)).toEqual(withoutIds(message));
      expect(faultsOf(row, overRest)).toEqual(extensions.errors ?? []);
      return;
    }
    expect(errors).toEqual([]);
    const shown = 'body' in data ? data.body : data;
    const status = row.success.isUnfinished?.(shown) ? 202 : row.success.status;
    expect(overRest.status).toBe(status);
    if (row.success.status === 204) {
      expect(overRest.body).toBe('');
      if (row.path.includes('{id}')) expect(shown).toBe(other);
      return;
    }
    const alike = (value: Json) => withoutIds(blank(value, parityCase.varies ?? []));
    expect(alike(overRest.body)).toEqual(
      alike(row.success.omitsNulls ? withoutNulls(shown) : shown),
    );
  });
});

describe.each(rows.filter(({ method }) => method === 'GET'))('$method $path ($name)', (row) => {
  const reported = ({ status, headers }: Answer) => {
    const { 'x-request-id': _, ...others } = Object.fromEntries(headers);
    return { status, headers: others };
  };

  it.each(casesOf(row))('$does, by HEAD and under /v1 too', async (parityCase) => {
    const id = (await parityCase.given?.(service)) ?? '';
    const bare = await askRest(row, parityCase, id);
    const head = await askRest({ ...row, method: 'HEAD' } as unknown as Row, parityCase, id);
    expect(reported(head)).toEqual(reported(bare));
    const versioned = await askRest({ ...row, path: `/v1${row.path}` }, parityCase, id);
    const { instance, request_id, ...body } = versioned.body;
    expect(versioned.status).toBe(bare.status);
    expect(bare.body).toMatchObject(body);
    expect(versioned.headers.get('link') ?? '').toBe(
      (bare.headers.get('link') ?? '').replaceAll('</', '</v1/'),
    );
  });
});
