import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { type Answer, createTestApp } from '../support/app.ts';
import { createCutOff } from '../support/cut-off.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';

const databaseUrl = await createTestDatabase();
const line = await createCutOff(databaseUrl);
const near = await createTestApp({ env: { DATABASE_URL: line.url } });
const far = await createTestApp({ env: { DATABASE_URL: databaseUrl } });

/** The answer to a request that loses the database before its change. */
async function failBeforeChange(send: () => Promise<Answer>): Promise<Answer> {
  const blocker = new pg.Client(databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE questions IN EXCLUSIVE MODE');
  const failed = send();
  await vi.waitFor(async () => {
    const { rows } = await blocker.query(
      `SELECT FROM pg_locks WHERE NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows).toHaveLength(1);
  }, 10_000);
  await line.cut();
  const answer = await failed;
  expect(answer.status).toBe(503);
  await blocker.query('ROLLBACK');
  await blocker.end();
  await line.restore();
  return answer;
}

it.each([
  ['on the same node', near],
  ['on another node', far],
])('a key whose request lost the database is free %s when it is back', async (_, node) => {
  const headers = { 'idempotency-key': randomUUID() };
  const question = makeQuestion();
  await failBeforeChange(() => near.rest('POST', '/questions', question, headers));
  // The other node may ask before the first one has noticed that the database is back.
  const again = await vi.waitFor(async () => {
    const answer = await node.rest('POST', '/questions', question, headers);
    if (node === near) return answer;
    expect(answer.status).not.toBe(409);
    return answer;
  }, 10_000);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
  const repeated = await far.rest('POST', '/questions', question, headers);
  expect(repeated.body).toEqual(again.body);
});

const { id } = (await far.rest('POST', '/questions', makeQuestion())).body;

it.each([
  ['a statement', () => near.rest('POST', '/questions', makeQuestion())],
  // Compared with what is stored, in a transaction.
  ['a transaction', () => near.rest('PATCH', `/questions/${id}`, { incorrect_answers: ['No'] })],
  [
    'a mutation',
    () =>
      near.graphql('mutation ($input: QuestionInput!) { createQuestion(input: $input) { id } }', {
        input: {
          questionText: 'Is it there?',
          correctAnswer: 'Maybe',
          category: 'SCIENCE',
          difficulty: 'BASIC',
        },
      }),
  ],
])('%s without a key that lost the database says that it may have been made', async (_, send) => {
  const { body } = await failBeforeChange(send);
  const detail = body.detail ?? body.errors[0].message;
  expect(detail).toMatch(/may have been made: read the current state .* Idempotency-Key/);
});
