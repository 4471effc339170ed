import { describe, expect, it, vi } from 'vitest';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';

const settings = (quota: number, more: Record<string, string> = {}) => ({
  RATE_LIMIT: 'on',
  RATE_LIMIT_STORE: 'postgres',
  RATE_LIMIT_ANONYMOUS: String(quota),
  ...more,
});

/** A request that runs no SQL itself. */
const ask = ({ graphql }: TestApp) => graphql('{ __typename }');

const times = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, make));

const allowed = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

/** How often the store is asked: other queries share its connections. */
async function countStoreQueries({ app }: TestApp, work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(app.auth.database.pool, 'query');
  await work();
  const count = query.mock.calls.filter(([statement]) =>
    JSON.stringify(statement).includes('rate_limits'),
  ).length;
  query.mockRestore();
  return count;
}

describe('two nodes on one database', () => {
  it('share a budget: together never more than the quota, and all but a block a node of it', async () => {
    const DATABASE_URL = await createTestDatabase();
    const nodes = [
      await createTestApp({ env: settings(100, { DATABASE_URL }) }),
      await createTestApp({ env: settings(100, { DATABASE_URL }) }),
    ];
    const answers = await Promise.all(nodes.map((node) => times(100, () => ask(node))));
    const total = allowed(answers.flat());
    expect(total).toBeLessThanOrEqual(100);
    expect(total).toBeGreaterThanOrEqual(100 - 2 * 5);
  });

  it('spend one after the other what is left, to the last point', async () => {
    const DATABASE_URL = await createTestDatabase();
    const first = await createTestApp({ env: settings(100, { DATABASE_URL }) });
    const second = await createTestApp({ env: settings(100, { DATABASE_URL }) });
    expect(allowed(await times(53, () => ask(first)))).toBe(53);
    // 55 points were taken for the 53 requests: two are reserved in advance by that node.
    expect(allowed(await times(100, () => ask(second)))).toBe(45);
    expect(allowed(await times(10, () => ask(first)))).toBe(2);
  });
});

describe('one node', () => {
  it('asks the store once a block, and says how the caller stands all the same', async () => {
    const node = await createTestApp({ env: settings(1000) });
    const rateLimits: string[] = [];
    const queries = await countStoreQueries(node, async () => {
      for (let n = 0; n < 100; n += 1) {
        rateLimits.push((await ask(node)).headers.get('ratelimit') ?? '');
      }
    });
    expect(queries).toBe(2);
    expect(rateLimits.map((text) => Number(/r=(\d+)/.exec(text)?.[1]))).toEqual(
      Array.from({ length: 100 }, (_, n) => 999 - n),
    );
  });

  it('lets exactly as many of 200 requests at once through as there are points', async () => {
    const node = await createTestApp({ env: settings(50) });
    expect(allowed(await times(200, () => ask(node)))).toBe(50);
  });

  it('says at its start where it counts', async () => {
    const stores = async (env: Record<string, string>) =>
      (await createTestApp({ env })).logged.find(({ msg }) =>
        /^Rate limiting (en|dis)abled$/.test(msg),
      );
    expect(await stores(settings(10))).toMatchObject({ store: 'postgres', on: true });
    expect(await stores({ RATE_LIMIT_STORE: 'memory' })).toMatchObject({
      store: 'memory',
      on: false,
    });
    expect(await stores({})).toMatchObject({ store: 'postgres' });
  });
});

describe('while the store is broken', () => {
  const dropTable = ({ app }: TestApp) => app.database.pool.query('DROP TABLE rate_limits');

  it('requests are let through by default, and it is logged', async () => {
    const node = await createTestApp({ env: settings(10) });
    await dropTable(node);
    const answers = [...(await times(20, () => ask(node))), await node.rest('GET', '/questions')];
    expect(allowed(answers)).toBe(21);
    expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual(Array(21).fill(null));
    const warnings = node.logged.filter(({ msg }) => msg === 'Rate limit store unavailable');
    expect(warnings[0]).toMatchObject({ level: 'warn', store: 'postgres' });
    // Once per outage, not once per request.
    expect(warnings.length).toBeLessThan(21);
    expect(node.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('requests are refused with 503 when that is set', async () => {
    const node = await createTestApp({ env: settings(10, { RATE_LIMIT_ON_ERROR: 'refuse' }) });
    await dropTable(node);
    const overRest = await node.rest('GET', '/questions');
    expect([overRest.status, overRest.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    const overGraphql = await ask(node);
    expect(overGraphql.status).toBe(503);
    expect(overGraphql.body.errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE');
    for (const { headers } of [overRest, overGraphql]) expect(headers.get('retry-after')).toBe('2');
    expect((await node.rest('GET', '/healthz')).status).toBe(200);
    expect(node.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('guessing passwords stays limited, by this node alone', async () => {
    const node = await createTestApp({ env: settings(100, { LOGIN_FAILURES: '2' }) });
    await dropTable(node);
    const guess = async () =>
      (await node.rest('POST', '/auth/login', { email: 'a@example.org', password: 'wrong' }))
        .status;
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  });
});
