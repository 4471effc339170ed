import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { makeApiKey } from '../../src/auth/opaque-token.ts';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const loopback = { METRICS_LOOPBACK: 'on' };
const foreign = { 'x-forwarded-for': '198.51.100.7' };

describe('/metrics', () => {
  it('tells of requests, refusals, the pool and the event loop in Prometheus’ form', async () => {
    const env = { RATE_LIMIT: 'on', RATE_LIMIT_ANONYMOUS: '7', ...loopback };
    const { rest, graphql } = await createTestApp({ env });
    await rest('GET', '/questions');
    await rest('GET', '/questions');
    await rest('GET', '/questions/nonsense');
    await graphql('{ questions { totalCount } }');
    await graphql('mutation { deleteQuestion(id: "nonsense") }');
    await rest('GET', '/questions?limit=100');
    const { status, headers, body } = await rest('GET', '/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(headers.get('cache-control')).toBe('no-store');
    const count = (labels: string) =>
      Number(body.split(`quaestor_request_duration_seconds_count{${labels}} `)[1]?.split('\n')[0]);
    expect(count('operation="listQuestions",status="200"')).toBe(2);
    expect(count('operation="getQuestion",status="404"')).toBe(1);
    expect(count('operation="graphql query",status="200"')).toBe(1);
    expect(count('operation="graphql mutation",status="200"')).toBe(1);
    expect(count('operation="listQuestions",status="429"')).toBe(1);
    expect(body).toContain(
      'quaestor_request_duration_seconds_bucket{le="0.1",operation="listQuestions"',
    );
    const all = 'le="+Inf",operation="listQuestions",status="200"';
    expect(body).toContain(`quaestor_request_duration_seconds_bucket{${all}} 2\n`);
    expect(body).toMatch(/_sum\{operation="listQuestions",status="200"\} [\d.e-]+\n/);
    expect(body).toContain('# TYPE quaestor_request_duration_seconds histogram\n');
    expect(body).toContain('\nquaestor_limit_refusals_total 1\n');
    expect(body).toMatch(/\nquaestor_database_connections\{state="idle"\} [1-5]\n/);
    expect(body).toMatch(/\nquaestor_database_connections\{state="waiting"\} 0\n/);
    expect(body).toMatch(/\nnodejs_eventloop_lag_p99_seconds [\d.e-]+\n/);
    expect(body).toMatch(/\nquaestor_database_wait_seconds_total [\d.e-]+\n/);
    expect(body).toContain('\nquaestor_oldest_run_seconds{state="queued"} 0\n');

    const metrics = [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    );
    for (const file of ['alerts.yaml', 'grafana-dashboard.json']) {
      const text = await readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
      const named = text.match(/\b(quaestor|nodejs|process)_[a-z0-9_]+/g) ?? [];
      expect(named.length).toBeGreaterThan(5);
      expect(named.filter((name) => !metrics.includes(name))).toEqual([]);
    }
  });

  it('has no more labels than there are operations, whatever is asked for', async () => {
    const env = { ...loopback, LOG_LEVEL: 'debug' };
    const { rest, graphql, logged } = await createTestApp({ env });
    for (let n = 0; n < 20; n += 1) {
      await rest('GET', `/nowhere-${n}`);
      await graphql(`query Name${n} { __typename }`);
      await graphql(`{ nonsense${n} }`);
    }
    const { body } = await rest('GET', '/metrics');
    const operations = new Set([...body.matchAll(/operation="([^"]*)"/g)].map(([, name]) => name));
    expect([...operations].sort()).toEqual(['graphql query', 'other']);

    // The same service logs the statements of a request with its id, and no values.
    const sqlOf = (id: string) =>
      logged.filter(({ msg, request_id }) => msg === 'Statement' && request_id === id);
    const secret = makeQuestion({ question_text: 'Is this in the log?' });
    await rest('POST', '/questions', secret, { 'x-request-id': 'follow-me-1' });
    await rest('GET', '/questions?search=secret', undefined, { 'x-request-id': 'follow-me-2' });
    expect(sqlOf('follow-me-1').map(({ sql }) => sql)).toContainEqual(
      expect.stringContaining('INSERT INTO'),
    );
    expect(sqlOf('follow-me-2')).toContainEqual(
      expect.objectContaining({ level: 'debug', sql: expect.stringContaining('FROM questions') }),
    );
    expect(JSON.stringify(logged)).not.toContain('Is this in the log?');

    // Who asks is found out for a request too; and the client's trace is named though none is exported.
    const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736';
    const request_id = 'follow-me-3';
    await rest('GET', '/questions?limit=2', undefined, {
      ...bearer(makeApiKey()),
      'x-request-id': request_id,
      traceparent: `00-${trace_id}-00f067aa0ba902b7-01`,
    });
    expect(sqlOf(request_id)).toContainEqual(
      expect.objectContaining({ trace_id, sql: expect.stringContaining('api_keys') }),
    );
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'Request completed', request_id, trace_id, status: 401 }),
    );
  });
});

describe('/metrics is shown', () => {
  it('to this machine when METRICS_LOOPBACK is on', async () => {
    const { app } = await createTestApp({ env: { PORT: '0', ...loopback } });
    const url = await app.listen();
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    expect((await fetch(`${url}/metrics`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  it('to no one without a token otherwise', async () => {
    const { app } = await createTestApp({ env: { PORT: '0' } });
    expect((await fetch(`${await app.listen()}/metrics`)).status).toBe(401);
  });

  it.each(['0', '1'])(
    'to no client of a proxy on this machine, with TRUST_PROXY=%s',
    async (trusted) => {
      const { app } = await createTestApp({
        env: { PORT: '0', TRUST_PROXY: trusted, ...loopback },
      });
      const url = await app.listen();
      for (const address of ['198.51.100.7', '127.0.0.1', '::1']) {
        const answer = await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': address } });
        expect([address, answer.status]).toEqual([address, 401]);
      }
    },
  );

  it('to callers from elsewhere by their scope', async () => {
    const app = await createTestApp({ env: { TRUST_PROXY: '1', RATE_LIMIT: 'on' } });
    const admin = bearer((await logIn(app)).access_token);
    const withKey = async (...scopes: string[]) => {
      const made = await app.rest('POST', '/auth/keys', { name: 'monitor', scopes }, admin);
      return app.rest('GET', '/metrics', undefined, { ...foreign, ...bearer(made.body.key) });
    };
    const refused = await app.rest('GET', '/metrics', undefined, foreign);
    expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(refused.headers.get('www-authenticate')).toContain('scope="metrics:read"');
    const reader = await withKey('questions:read');
    expect([reader.status, reader.body.code]).toEqual([403, 'FORBIDDEN']);
    const monitor = await withKey('metrics:read');
    expect(monitor.status).toBe(200);
    expect(monitor.body).toContain('quaestor_request_duration_seconds');
    const wrong = await app.rest('GET', '/metrics', undefined, {
      ...foreign,
      ...bearer('nonsense'),
    });
    expect(wrong.status).toBe(401);
    // Guessing tokens costs points here as elsewhere: one for no token, one for the wrong one.
    expect(wrong.headers.get('ratelimit')).toMatch(/^"default";r=58;/);
  });
});
