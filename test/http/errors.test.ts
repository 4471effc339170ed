import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, createTestApp } from '../support/app.ts';
import { createCutOff } from '../support/cut-off.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';

afterEach(() => vi.unstubAllEnvs());

const input = {
  questionText: 'What is broken?',
  correctAnswer: 'The database',
  category: 'SCIENCE',
  difficulty: 'BASIC',
};
const create = 'mutation ($input: QuestionInput!) { createQuestion(input: $input) { id } }';

function maskedDetail(id: string): string {
  return `An internal error occurred. Include request id ${id} when you report it.`;
}

function expectMaskedProblem({ status, headers, body }: Answer, path: string): void {
  const id = headers.get('x-request-id') ?? '';
  expect([status, headers.get('content-type')]).toEqual([500, 'application/problem+json']);
  expect(body).toEqual({
    type: '/problems/internal-server-error',
    title: 'Internal server error',
    status: 500,
    detail: maskedDetail(id),
    instance: path,
    code: 'INTERNAL_SERVER_ERROR',
    request_id: id,
  });
}

function expectMaskedResult({ headers, body }: Answer, field: string): void {
  const id = headers.get('x-request-id') ?? '';
  expect(body.errors).toEqual([
    {
      message: maskedDetail(id),
      locations: [{ line: 1, column: expect.any(Number) }],
      path: [field],
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    },
  ]);
}

describe.each(['production', 'development'])('an unexpected error in %s', (environment) => {
  it('is told as nothing but the id of the request, which the log has with the rest', async () => {
    vi.stubEnv('NODE_ENV', environment);
    const { app, rest, graphql, logged } = await createTestApp();
    const { body: made } = await rest('POST', '/questions', makeQuestion());
    await app.database.pool.query(
      'ALTER TABLE questions RENAME COLUMN question_text TO secret_name',
    );
    const id = { id: made.id };

    const answers: [Answer, (answer: Answer) => void][] = [
      [await rest('GET', '/questions'), (answer) => expectMaskedProblem(answer, '/questions')],
      [
        await rest('GET', `/questions/${made.id}`),
        (answer) => expectMaskedProblem(answer, `/questions/${made.id}`),
      ],
      [
        await rest('POST', '/questions', makeQuestion(), { 'idempotency-key': 'broken' }),
        (answer) => expectMaskedProblem(answer, '/questions'),
      ],
      [
        await rest('PUT', `/questions/${made.id}`, { difficulty: 2 }),
        (answer) => expectMaskedProblem(answer, `/questions/${made.id}`),
      ],
      [
        await graphql('{ questions { nodes { id } } }'),
        (answer) => expectMaskedResult(answer, 'questions'),
      ],
      [
        await graphql('query ($id: ID!) { node(id: $id) { id } }', id),
        (answer) => expectMaskedResult(answer, 'node'),
      ],
      [await graphql(create, { input }), (answer) => expectMaskedResult(answer, 'createQuestion')],
      [
        await graphql('mutation ($id: ID!) { deleteQuestion(id: $id) }', id),
        (answer) => expectMaskedResult(answer, 'deleteQuestion'),
      ],
    ];

    for (const [answer, expectMasked] of answers) {
      expectMasked(answer);
      const shown = JSON.stringify([answer.body, Object.fromEntries(answer.headers)]);
      expect(shown).not.toMatch(/secret_name|question_text|select|prisma|stack|\.ts|postgres/i);
      const requestId = answer.headers.get('x-request-id');
      const entries = logged.filter(
        (line) => line.request_id === requestId && line.level === 'error',
      );
      expect(entries).toHaveLength(1);
      expect(entries[0].msg).toBe('Unexpected error');
      expect(JSON.stringify(entries[0].err)).toMatch(/question_text|questionText/);
      expect(entries[0].err.stack).toEqual(expect.any(String));
    }
  });
});

describe('a table that holds the keys of requests and is gone', () => {
  it('is masked before anything is changed', async () => {
    const { app, rest, graphql } = await createTestApp();
    await app.database.pool.query('DROP TABLE idempotent_requests');
    const headers = { 'idempotency-key': 'k' };
    expectMaskedProblem(await rest('POST', '/questions', makeQuestion(), headers), '/questions');
    const answer = await graphql(create, { input }, headers);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      errors: [
        {
          message: maskedDetail(answer.headers.get('x-request-id') ?? ''),
          extensions: { code: 'INTERNAL_SERVER_ERROR' },
        },
      ],
    });
    expect((await rest('GET', '/questions')).body.page.total).toBe(0);
  });
});

describe('a database that went away', () => {
  it('is told as unavailable, with when to come back, and is no bug', async () => {
    const line = await createCutOff(await createTestDatabase());
    const { rest, graphql, logged } = await createTestApp({ env: { DATABASE_URL: line.url } });
    const { body: made } = await rest('POST', '/questions', makeQuestion());
    await line.cut();
    const answers = [
      await rest('GET', '/readyz'),
      await rest('GET', '/questions'),
      await rest('GET', `/questions/${made.id}`),
      await rest('POST', '/questions', makeQuestion()),
      await rest('POST', '/questions', makeQuestion(), { 'idempotency-key': 'away' }),
      await rest('DELETE', `/questions/${made.id}`),
    ];
    for (const { status, headers, body } of answers) {
      expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|postgres|password/);
    }
    for (const query of ['{ questions { totalCount } }', `{ question(id: "${made.id}") { id } }`]) {
      const { status, headers, body } = await graphql(query);
      expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect(body.errors[0].extensions).toEqual({ code: 'SERVICE_UNAVAILABLE' });
    }
    expect((await rest('GET', '/healthz')).status).toBe(200);
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is logged once a second, without a stack', async () => {
    const line = await createCutOff(await createTestDatabase());
    const { rest, logged } = await createTestApp({ env: { DATABASE_URL: line.url } });
    await line.cut();
    for (let round = 0; round < 50; round += 1) {
      const { status } = await rest('GET', '/questions');
      expect(status).toBe(503);
    }
    const lines = logged.filter(({ msg }) => msg === 'Database unreachable');
    expect(lines.length).toBeGreaterThan(0);
    const instants = lines.map(({ time }) => Date.parse(time));
    // Timers and the clock of the log differ by a millisecond or two.
    for (const [index, instant] of instants.slice(1).entries()) {
      expect(instant - (instants[index] ?? 0)).toBeGreaterThan(900);
    }
    expect(JSON.stringify(lines)).not.toContain('stack');
  });
});
