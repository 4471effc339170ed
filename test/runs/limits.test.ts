import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createCutOff } from '../support/cut-off.ts';
import { createTestDatabase } from '../support/database.ts';

const limited = { RATE_LIMIT: 'on', RATE_LIMIT_ANONYMOUS: '1000', RATE_LIMIT_STORE: 'memory' };
const noWait = { prefer: 'wait=0' };
const query = 'mutation { runAnalysis(wait: 0, input: { analysisType: COVERAGE }) { id } }';

const run = ({ rest }: TestApp, headers = {}) =>
  rest('POST', '/analysis/run', { analysis_type: 'coverage' }, { ...noWait, ...headers });

describe('runs', () => {
  it('are ten a minute, over both interfaces together; reads go on', async () => {
    const service = await createTestApp({ env: limited });
    const { rest, graphql } = service;
    for (let count = 0; count < 5; count += 1) {
      expect((await run(service)).status).toBe(202);
      expect((await graphql(query)).body.errors).toBeUndefined();
    }
    const refused = await run(service);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.body.violated_policies).toEqual(['analysis']);
    expect(refused.headers.get('ratelimit-policy')).toBe('"analysis";q=10;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"analysis";r=0;t=\d+$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    const reported = await graphql(query);
    expect([reported.status, reported.body.errors[0].extensions]).toEqual([
      429,
      { code: 'RATE_LIMITED', violated_policies: ['analysis'] },
    ]);
    expect(reported.headers.get('ratelimit-policy')).toBe('"analysis";q=10;w=60');

    const { status, body, headers } = await rest('GET', '/analysis');
    expect([status, body.page.total]).toEqual([200, 10]);
    expect(headers.get('ratelimit-policy')).toBe('"default";q=1000;w=60');
    expect((await rest('GET', '/questions')).status).toBe(200);
  });

  it('that are refused for another reason cost none of them', async () => {
    const service = await createTestApp({ env: { ...limited, RATE_LIMIT_ANALYSIS: '1' } });
    for (const body of [{ analysis_type: 'no' }, { analysis_type: 'coverage', question_ids: [] }]) {
      expect((await service.rest('POST', '/analysis/run', body)).status).toBe(422);
    }
    expect((await run(service, { 'idempotency-key': 'once' })).status).toBe(202);
    expect((await run(service, { 'idempotency-key': 'once' })).status).toBe(202);
    expect((await run(service)).status).toBe(429);
  });

  it('are counted for each caller', async () => {
    const service = await createTestApp({ env: { ...limited, RATE_LIMIT_ANALYSIS: '1' } });
    const token = bearer((await logIn(service)).access_token);
    expect((await run(service)).status).toBe(202);
    expect((await run(service, token)).status).toBe(202);
    expect([(await run(service)).status, (await run(service, token)).status]).toEqual([429, 429]);
  });

  it('are refused by the hundred, without a run too many', async () => {
    const service = await createTestApp({ env: { ...limited, DATABASE_POOL: '10' } });
    const answers = await Promise.all(Array.from({ length: 200 }, () => run(service)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
    expect((await service.rest('GET', '/analysis')).body.page.total).toBe(10);
  });
});

describe('/metrics', () => {
  const loopback = { METRICS_LOOPBACK: 'on' };
  const figures = async ({ rest }: TestApp) => {
    const { body } = await rest('GET', '/metrics');
    const of = (state: string) =>
      Number(body.split(`quaestor_analysis_runs{state="${state}"} `)[1]?.split('\n')[0]);
    return { queued: of('queued'), running: of('running') };
  };

  it('tells how many runs wait and how many are under way', async () => {
    const service = await createTestApp({ env: loopback });
    expect(await figures(service)).toEqual({ queued: 0, running: 0 });
    for (let count = 0; count < 3; count += 1) await run(service);
    const { body } = await service.rest('GET', '/analysis');
    await service.rest('POST', `/analysis/${body.data[0].id}/cancel`);
    expect(await figures(service)).toEqual({ queued: 2, running: 0 });
    const worker = await createTestApp({ env: { ...loopback, WORKERS: '1' } });
    await makeRun(worker, 'RUNNING');
    expect(await figures(worker)).toEqual({ queued: 0, running: 1 });
  });

  it('tells the rest while the database is away, and /readyz says that it is', async () => {
    const line = await createCutOff(await createTestDatabase());
    const { rest } = await createTestApp({ env: { DATABASE_URL: line.url, ...loopback } });
    const ready = await rest('GET', '/readyz');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ok' }]);
    await line.cut();
    await expect
      .poll(async () => (await rest('GET', '/readyz')).status, { timeout: 30_000 })
      .toBe(503);
    expect((await rest('GET', '/healthz')).status).toBe(200);
    const { status, body } = await rest('GET', '/metrics');
    expect(status).toBe(200);
    expect(body).toContain('quaestor_request_duration_seconds');
    expect(body).not.toContain('quaestor_analysis_runs{');
    const refused = await rest('POST', '/analysis/run', { analysis_type: 'coverage' });
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });
});
