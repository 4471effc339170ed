import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { createCutOff } from '../support/cut-off.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';

const databaseUrl = await createTestDatabase();
const line = await createCutOff(databaseUrl);
const near = await createTestApp({ env: { DATABASE_URL: line.url } });
const far = await createTestApp({ env: { DATABASE_URL: databaseUrl } });

/** A request with a key that loses the database before its change; answered 503. */
async function failBeforeChange(question: object, headers: Record<string, string>): Promise<void> {
  const blocker = new pg.Client(databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE questions IN EXCLUSIVE MODE');
  const failed = near.rest('POST', '/questions', question, headers);
  await vi.waitFor(async () => {
    const { rows } = await blocker.query(
      `SELECT FROM pg_locks WHERE NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows).toHaveLength(1);
  }, 10_000);
  await line.cut();
  expect((await failed).status).toBe(503);
  await blocker.query('ROLLBACK');
  await blocker.end();
  await line.restore();
}

it.each([
  ['on the same node', near],
  ['on another node', far],
])('a key whose request lost the database is free %s when it is back', async (_, node) => {
  const headers = { 'idempotency-key': randomUUID() };
  const question = makeQuestion();
  await failBeforeChange(question, headers);
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
