import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/http/rest/row.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { admin, bearer, password } from '../support/accounts.ts';
import { makeRun } from '../support/analysis-states.ts';
import { type Answer, createTestApp } from '../support/app.ts';
import { documentRows } from '../support/document-rows.ts';
import { fillPath } from '../support/fill-path.ts';
import { makeQuestion } from '../support/questions.ts';
import { createRowCalls } from '../support/row-calls.ts';
import { createAnswerChecker } from '../support/schema-checker.ts';
import { makeDelivery } from '../support/webhook-states.ts';

const service = await createTestApp({
  env: { BODY_LIMIT: '4kb', IMPORT_LIMIT: '100kb', WORKERS: '1', WEBHOOK_ALLOW_PRIVATE: 'on' },
});
const { rest } = service;
const { body: document } = await rest('GET', '/openapi.json');
const check = createAnswerChecker(document);
const { asAdmin, makeTarget, makeBody, queryOf } = await createRowCalls(service);

/** After one request it has no points left. */
const poor = await createTestApp({ env: { RATE_LIMIT: 'on', RATE_LIMIT_ANONYMOUS: '1' } });
await poor.rest('GET', '/questions?limit=1');

/** Too many to be stored at once. */
const manyRows = `question,answer,category,level\n${Array.from({ length: 1001 }, (_, n) => `q${n},a,Science,0`).join('\n')}`;

const unknownId = '01a1dcf3-a623-703b-b9e6-140b15b653d2';
const origin = { source: 'openapi', external_id: 'taken' };

const make = async (overrides?: object): Promise<string> =>
  (await rest('POST', '/questions', makeQuestion({ ...overrides }))).body.id;

const readMe = async () => (await rest('GET', '/auth/me', undefined, asAdmin)).body.account;

/** A path and body that conflict with existing data, for rows that can answer 409. */
const conflicts: Record<string, () => Promise<[id: string, body?: unknown]>> = {
  createQuestion: async () => ['', makeQuestion(origin)],
  createQuestions: async () => ['', [makeQuestion(), makeQuestion(origin)]],
  updateQuestionFields: async () => [await make(), makeQuestion(origin)],
  updateQuestion: async () => [await make(), origin],
  restoreQuestion: async () => {
    const id = await make({ ...origin, external_id: 'left' });
    await rest('PATCH', `/questions/${id}`, { external_id: 'moved' });
    await make({ ...origin, external_id: 'left' });
    return [id, { version: 1 }];
  },
  cancelAnalysis: async () => [await makeRun(service, 'SUCCEEDED', asAdmin)],
  deleteAnalysis: async () => [await makeRun(service, 'RUNNING', asAdmin)],
  getAnalysisReport: async () => [await makeRun(service, 'RUNNING', asAdmin)],
  compareAnalyses: async () => [await makeRun(service, 'RUNNING', asAdmin)],
  createAccount: async () => ['', { email: admin.email, password, role: 'viewer' }],
  updateAccount: async () => [(await readMe()).id, { disabled: true }],
  deleteAccount: async () => [(await readMe()).id],
  retryWebhookDelivery: async () => [await makeDelivery(service, asAdmin)],
  submitAnswer: async () => {
    const row = rows.find(({ name }) => name === 'submitAnswer') as Row;
    const [id, body] = [await makeTarget(row), await makeBody(row)];
    await rest('POST', `/quiz-sessions/${id}/answers`, body, asAdmin);
    return [id, body];
  },
};

interface Call {
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly from?: typeof service;
}

const { body: narrowKey } = await rest(
  'POST',
  '/auth/keys',
  { name: 'may little', scopes: ['metrics:read'] },
  asAdmin,
);

/** Belongs to another request than any below. */
const usedKey = { 'idempotency-key': 'used' };
await rest('POST', '/questions', makeQuestion(), { ...asAdmin, ...usedKey });

/** Answers that come before the row looks for what it is about, or for what its body names. */
const refusals = [400, 401, 403, 406, 413, 415, 429];

/** Calls the row so that it answers with this status; undefined if it cannot be provoked. */
async function provoke(row: Row, status: number): Promise<Answer | undefined> {
  const isRefused = refusals.includes(status);
  const call = async ({
    id,
    query = queryOf(row),
    body,
    headers = asAdmin,
    from = service,
  }: Call) => {
    const target = id ?? (isRefused ? unknownId : await makeTarget(row));
    return from.rest(
      row.method,
      fillPath(row.path, target) + query,
      body ?? (await makeBody(row)),
      headers,
    );
  };
  switch (status) {
    case row.success.status:
      return call({ headers: { ...asAdmin, ...(row.waits ? { prefer: 'wait=30' } : {}) } });
    case 202:
      if (row.isUpload) return call({ body: manyRows });
      return call({ headers: { ...asAdmin, prefer: 'wait=0' } });
    case 304:
      return call({ headers: { ...asAdmin, 'if-none-match': '*' } });
    case 400:
      return call({ query: '?nonsense=1' });
    case 401:
      return call({ headers: bearer('nonsense') });
    case 403:
      return call({ headers: bearer(narrowKey.key) });
    case 404:
      return call({
        id: unknownId,
        ...(!row.path.includes('{') && { body: { id: unknownId } }),
      });
    case 406:
      return call({ headers: { ...asAdmin, accept: 'image/png' } });
    case 409: {
      const [id, body] = (await conflicts[row.name]?.()) ?? [];
      return call({ ...(id ? { id } : {}), body });
    }
    case 410:
      if (row.path.startsWith('/quiz-sessions')) {
        const id = await makeTarget(row);
        const data = { expiresAt: new Date(0) };
        await service.app.database.prisma.quizSession.update({ where: { id }, data });
        return call({ id });
      }
      return call({ query: '?after=999999999999999' });
    case 412:
      return call({ headers: { ...asAdmin, 'if-match': '"99"' } });
    case 413:
      return call({ body: { question_text: 'x'.repeat(row.isUpload ? 120_000 : 5000) } });
    case 415:
      if (row.isUpload) return call({ headers: { ...asAdmin, 'content-encoding': 'gzip' } });
      return call({ headers: { ...asAdmin, 'content-type': 'text/plain' } });
    case 422:
      if (!row.body) return call({ headers: { ...asAdmin, ...usedKey } });
      return call({ body: { version: 'one', difficulty: 'hard', nonsense: true } });
    case 429:
      // A new minute may have begun.
      await poor.rest('GET', '/questions?limit=1');
      return call({ from: poor, headers: {} });
    default:
      return undefined;
  }
}

/**
 * 408 and 431 require a socket (limits/hostile.test.ts), 500 to 504 a broken service. Any change may conflict with its own Idempotency-Key in
 * progress (409): if that is the only conflict, it requires two simultaneous requests
 * (idempotency.test.ts).
 */
const isSeen = (row: Row, status: number) =>
  status < 500 && ![408, 431].includes(status) && (status !== 409 || row.name in conflicts);

await make(origin);

describe.each([...rows, ...documentRows])('$method $path ($name)', (row) => {
  const { responses } = document.paths[row.path][row.method.toLowerCase()];
  const statuses = Object.keys(responses).map(Number);
  let succeeded: Answer | undefined;

  it.each(statuses.filter((status) => isSeen(row, status)))(
    'answers %i as the document says',
    async (status) => {
      const answer = await provoke(row, status);
      if (status === row.success.status) succeeded = answer;
      expect([answer?.status, answer?.body.detail]).toEqual([status, answer?.body.detail]);
      if (answer) expect(check(row.method, row.path, answer)).toEqual([]);
    },
  );

  it('gives the headers the document promises', async () => {
    const answer = succeeded ?? (await provoke(row, row.success.status));
    const promised = Object.keys(responses[row.success.status].headers ?? {});
    const given = promised.filter((name) => answer?.headers.has(name));
    const isList = row.name === 'createQuestions';
    expect(given).toEqual(isList ? ['X-Request-Id'] : promised);
  });
});

it('documents 422 for every change, and 400 instead at the OAuth endpoints', async () => {
  for (const row of rows) {
    if (row.method === 'GET') continue;
    const { responses } = document.paths[row.path][row.method.toLowerCase()];
    expect([row.name, '422' in responses]).toEqual([row.name, !row.body?.isOAuth]);
    if (!row.body?.isOAuth) continue;
    const answer = await rest(row.method, row.path, { nonsense: 1 }, asAdmin);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect(check(row.method, row.path, answer)).toEqual([]);
  }
});

it('finds a field that the document does not know', async () => {
  const answer = await rest('GET', `/questions/${await make()}`);
  const strange = { ...answer, body: { ...answer.body, colour: 'red', difficulty: '1' } };
  expect(check('GET', '/questions/{id}', strange).join('\n')).toMatch(/colour.*integer/s);
});
