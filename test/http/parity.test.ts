import { describe, expect, it } from 'vitest';
import { toCamelCase } from '../../src/domain/naming.ts';
import type { Tool } from '../../src/http/mcp/tool.ts';
import { tools } from '../../src/http/mcp/tools.ts';
import type { Row } from '../../src/http/rest/row.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { analysisParityCases } from '../support/analysis-parity-cases.ts';
import { type Answer, createTestApp, type Json, type TestApp } from '../support/app.ts';
import { authParityCases } from '../support/auth-parity-cases.ts';
import { fillPath, idsOf } from '../support/fill-path.ts';
import { formParityCases } from '../support/form-parity-cases.ts';
import type { Given, ParityCase } from '../support/parity-case.ts';
import { parityCases as questionCases } from '../support/parity-cases.ts';
import { origin } from '../support/question-states.ts';
import { makeQuestion } from '../support/questions.ts';
import { quizParityCases } from '../support/quiz-parity-cases.ts';
import { responseParityCases } from '../support/response-parity-cases.ts';
import { secondFactorParityCases } from '../support/second-factor-parity-cases.ts';
import { setParityCases } from '../support/set-parity-cases.ts';
import { argumentsFor, callTool, canAsk } from '../support/tool-parity.ts';
import { transferParityCases } from '../support/transfer-parity-cases.ts';
import { webhookParityCases } from '../support/webhook-parity-cases.ts';

// The clock is frozen, so that two questions created the same way differ only in their ids.
const service = await createTestApp({
  clock: () => new Date('2026-01-31T12:00:00Z'),
  env: { WORKERS: '1', WEBHOOK_ALLOW_PRIVATE: 'on' },
});
const { rest, graphql } = service;
await rest('POST', '/questions', makeQuestion(origin));

const parityCases = {
  ...questionCases,
  ...analysisParityCases,
  ...authParityCases,
  ...secondFactorParityCases,
  ...webhookParityCases,
  ...transferParityCases,
  ...formParityCases,
  ...responseParityCases,
  ...quizParityCases,
  ...setParityCases,
};

const casesOf = ({ name }: Row): ParityCase[] => parityCases[name] ?? [];

async function make<T>(given: Given<T>): Promise<T> {
  return typeof given === 'function' ? (given as (service: TestApp) => Promise<T>)(service) : given;
}

/** Answers then tell what they cost. */
const withTiming = ({ prefer, ...headers }: Record<string, string> = {}) => ({
  ...headers,
  prefer: prefer ? `${prefer}, timing` : 'timing',
});
const costOf = ({ headers }: Answer) => Number(headers.get('request-cost'));

async function askRest(
  row: Row,
  parityCase: ParityCase,
  id: string,
  asked = (headers = {}) => headers,
) {
  const { query = '', body, ifMatch } = parityCase;
  const headers = {
    ...(ifMatch ? { 'if-match': ifMatch } : {}),
    ...(await parityCase.headers?.(service)),
  };
  return rest(row.method, fillPath(row.path, id) + query, await make(body), asked(headers));
}

async function askGraphql({ document, path }: Row, parityCase: ParityCase, target: string) {
  const variables = await make(parityCase.variables);
  const values = path.includes('{id}') ? { ...idsOf(path, target), ...variables } : variables;
  return graphql(document, values, withTiming(await parityCase.headers?.(service)));
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

const toolsOf = ({ name }: Row) => tools.filter(({ row }) => row.name === name);

/** A tool answers as its row did, after a dry run that changes nothing. */
async function expectAlike(tool: Tool, parityCase: ParityCase, overRest: Answer, seen: string) {
  if (!canAsk(tool, parityCase)) return;
  const { name, row, takesDryRun } = tool;
  const { given, code, varies = [] } = parityCase;
  const id = row.method === 'GET' ? seen : ((await given?.(service)) ?? '');
  const asked = await argumentsFor(service, tool, parityCase, id);
  const headers = await parityCase.headers?.(service);
  const dry = takesDryRun && (await callTool(service, name, { ...asked, dry_run: true }, headers));
  const { stored, error, omitted } = await callTool(service, name, asked, headers);
  if (code) {
    // What is wrong with a query string is wrong with an argument.
    const same = code === 'BAD_REQUEST' ? 'BAD_USER_INPUT' : code;
    expect([name, [code, same].includes(error.code)]).toEqual([name, true]);
    if (dry) expect(dry.error).toEqual(error);
    return;
  }
  expect([name, error]).toEqual([name, undefined]);
  // Runs are told without their results, and a restored question with its last versions.
  const alike = (value: Json) => {
    if (typeof value !== 'object') return value;
    const { result, history, ...others } = value;
    return withoutNulls(withoutIds(blank(others, varies)));
  };
  if (dry) expect(alike(dry.stored)).toEqual(alike(stored));
  if (row.success.downloads) expect(stored.content).toBe(overRest.body);
  else if (row.success.status === 204) expect(stored).toBe(id);
  // A long answer is bounded, which is tested elsewhere.
  else if (omitted === undefined) expect(alike(stored)).toEqual(alike(overRest.body));
}

it('has cases for every tool but the report, which is HTML over REST', () => {
  const untested = tools.filter(({ row }) => !casesOf(row).some(({ code }) => !code));
  expect(untested.map(({ name }) => name)).toEqual(['read_report']);
});

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

  it.each(casesOf(row))('$does, over REST, GraphQL and MCP alike', async (parityCase) => {
    const { given, code } = parityCase;
    const id = (await given?.(service)) ?? '';
    const overRest = await askRest(row, parityCase, id, withTiming);
    const other = row.method === 'GET' ? id : ((await given?.(service)) ?? '');
    const overGraphql = await askGraphql(row, parityCase, other);
    for (const tool of toolsOf(row)) await expectAlike(tool, parityCase, overRest, id);
    const { data, errors = [] } = overGraphql.body;
    if (code) {
      const [{ message, extensions }] = errors;
      expect([overRest.body.code, extensions.code]).toEqual([code, code]);
      expect(withoutIds(overRest.body.detail)).toEqual(withoutIds(message));
      expect(faultsOf(row, overRest)).toEqual(extensions.errors ?? []);
      return;
    }
    expect(errors).toEqual([]);
    expect(costOf(overRest)).toBeGreaterThanOrEqual(1);
    expect(costOf(overRest)).toBe(costOf(overGraphql));
    const shown = 'body' in data ? data.body : data;
    if (row.success.downloads) {
      const lost = shown.losses.map(({ field, rows: count }: Json) => `${field}=${count}`);
      expect([overRest.status, overRest.headers.get('export-loss')]).toEqual([
        200,
        lost.join(', '),
      ]);
      return;
    }
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
    expect(versioned.status).toBe(bare.status);
    if (typeof bare.body === 'string') expect(versioned.body).toBe(bare.body);
    else {
      const { instance, request_id, ...body } = versioned.body;
      expect(bare.body).toMatchObject(body);
    }
    expect(versioned.headers.get('link') ?? '').toBe(
      (bare.headers.get('link') ?? '').replaceAll('</', '</v1/'),
    );
  });
});
