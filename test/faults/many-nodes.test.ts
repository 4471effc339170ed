import { describe, expect, it } from 'vitest';
import { admin } from '../support/accounts.ts';
import { startBalancer } from '../support/balancer.ts';
import { createTestDatabase } from '../support/database.ts';
import { record } from '../support/experiment-table.ts';
import { findFreePort } from '../support/free-port.ts';
import { keepWriting, readQuestions } from '../support/ledger.ts';
import { makeQuestion } from '../support/questions.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { createServices } from '../support/service.ts';

const { start, launch } = createServices();
const json = { 'Content-Type': 'application/json' };

describe.each(['PostgreSQL', 'Redis'])('two nodes and two workers on %s behind a proxy', (kind) => {
  it.skipIf(kind === 'Redis' && !hasRedis)(
    'share writes, sessions, limits, runs and events',
    async (context) => {
      const DATABASE_URL = await createTestDatabase();
      const env = {
        DATABASE_URL,
        PUBLIC_URL: 'http://quaestor.test',
        ...(kind === 'Redis' && { REDIS_URL: (await startRedis()).url }),
      };
      const serving = {
        ...env,
        WORKERS: '0',
        RATE_LIMIT: 'on',
        RATE_LIMIT_STORE: 'auto',
        RATE_LIMIT_TOKEN: '100000',
        RATE_LIMIT_ANONYMOUS: '1000000',
        ANONYMOUS_SCOPES: 'questions:read,questions:write',
      };
      const ports = [await findFreePort(), await findFreePort()];
      const nodes = await Promise.all(
        ports.map((port) => start({ ...serving, PORT: String(port) })),
      );
      const workers = [0, 1].map(() => launch(['worker'], { env }));
      for (const worker of workers) await worker.says('"msg":"Worker ready"');
      const urls = ports.map((port) => `http://127.0.0.1:${port}`);
      const balancer = await startBalancer(() => urls);
      const call = async (at: string, method: string, path: string, body?: unknown, token = '') => {
        const headers = { ...json, ...(token && { Authorization: `Bearer ${token}` }) };
        const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
        const answer = await fetch(at + path, init);
        const text = await answer.text();
        return {
          status: answer.status,
          headers: answer.headers,
          text,
          body: () => JSON.parse(text),
        };
      };
      const [one = '', two = ''] = urls;

      const ledger = keepWriting(() => [balancer.url]);
      await ledger.confirmed(100);
      await ledger.stop();
      expect(balancer.errors).toEqual([]);
      record(context, `two nodes on ${kind}`, ledger.check(await readQuestions(DATABASE_URL)));

      // A login at one node holds at the other, and ends there when it is revoked.
      const login = (await call(one, 'POST', '/auth/login', admin)).body();
      const token = login.access_token;
      expect((await call(two, 'GET', '/auth/me', undefined, token)).status).toBe(200);

      // A run that was asked for at one node is done by a worker and seen at the other.
      const run = await call(one, 'POST', '/analysis/run', { analysis_type: 'coverage' }, token);
      const statusOf = async () =>
        (await call(two, 'GET', `/analysis/${run.body().id}`, undefined, token)).body().status;
      await expect.poll(statusOf).toBe('SUCCEEDED');

      // A change at one node is read at the other within a second, and is an event there.
      const made = (await call(one, 'POST', '/questions', makeQuestion(), token)).body();
      const path = `/questions/${made.id}`;
      for (let times = 0; times < 3; times += 1)
        expect((await call(two, 'GET', path)).status).toBe(200);
      await call(one, 'PATCH', path, { topic_focus: 'Nodes' }, token);
      const topic = async () => (await call(two, 'GET', path)).body().topic_focus;
      await expect.poll(topic, { interval: 100 }).toBe('Nodes');
      const after = `/events?types=question.updated&limit=100`;
      const seen = async () =>
        (await call(two, 'GET', after, undefined, token))
          .body()
          .data.some((event: { question_id: string }) => event.question_id === made.id);
      await expect.poll(seen).toBe(true);

      // Points that were spent at both nodes count together.
      const remaining = async (at: string) =>
        Number(
          /r=(\d+)/.exec(
            (await call(at, 'GET', '/auth/me', undefined, token)).headers.get('ratelimit') ?? '',
          )?.[1],
        );
      const [before, later] = [await remaining(one), await remaining(two)];
      expect(before).toBeLessThan(100_000);
      expect(later).toBeLessThan(100_000);

      expect((await call(one, 'POST', '/auth/revoke', { token })).status).toBe(200);
      const revoked = async () => (await call(two, 'GET', '/auth/me', undefined, token)).status;
      await expect.poll(revoked, { timeout: 10_000 }).toBe(401);

      expect(balancer.errors).toEqual([]);
      for (const program of [...workers, ...nodes]) {
        expect(await program.end()).toEqual({ code: 0, signal: null });
      }
    },
  );
});
