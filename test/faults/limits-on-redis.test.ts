import { describe, expect, it } from 'vitest';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

const ask = ({ graphql }: TestApp) => graphql('{ __typename }');

const times = (count: number, node: TestApp) =>
  Promise.all(Array.from({ length: count }, () => ask(node)));

const allowed = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

const openNode = (url: string, quota: number, more: Record<string, string> = {}) =>
  createTestApp({
    env: { RATE_LIMIT: 'on', RATE_LIMIT_ANONYMOUS: String(quota), REDIS_URL: url, ...more },
  });

describe.skipIf(!hasRedis)('on Redis', () => {
  it('two nodes share a budget, and say so at their start', async () => {
    const { url } = await startRedis();
    const nodes = [await openNode(url, 100), await openNode(url, 100)];
    const answers = await Promise.all(nodes.map((node) => times(100, node)));
    const total = allowed(answers.flat());
    expect(total).toBeLessThanOrEqual(100);
    expect(total).toBeGreaterThanOrEqual(100 - 2 * 5);
    for (const { logged } of nodes) {
      expect(logged.find(({ msg }) => msg === 'Rate limiting enabled')).toMatchObject({
        store: 'redis',
      });
    }
  });

  it('one node lets exactly as many of 200 requests at once through as there are points', async () => {
    const { url } = await startRedis();
    expect(allowed(await times(200, await openNode(url, 50)))).toBe(50);
  });

  it('requests are let through while it is gone, and logins stay limited', async () => {
    const redis = await startRedis();
    const node = await openNode(redis.url, 20, { LOGIN_FAILURES: '2' });
    expect(allowed(await times(5, node))).toBe(5);
    await redis.kill();
    expect(allowed(await times(40, node))).toBe(40);
    const guess = async () =>
      (await node.rest('POST', '/auth/login', { email: 'a@example.org', password: 'wrong' }))
        .status;
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
    expect(node.logged.some(({ msg }) => msg === 'Rate limit store unavailable')).toBe(true);
    expect(node.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('requests are refused with 503 while it is gone when that is set', async () => {
    const redis = await startRedis();
    const node = await openNode(redis.url, 20, { RATE_LIMIT_ON_ERROR: 'refuse' });
    await redis.kill();
    const answers = await times(5, node);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503));
    expect(answers[0]?.headers.get('retry-after')).toBe('2');
  });

  it('nobody waits long for one that hangs', async () => {
    const redis = await startRedis();
    const node = await openNode(redis.url, 20);
    redis.signal('SIGSTOP');
    // One request detects the outage within a second and the others do not try; one by one it would
    // take longer than a test may.
    expect(allowed(await times(600, node))).toBe(600);
  });

  it('a service starts without it', async () => {
    const node = await openNode('redis://127.0.0.1:1', 20);
    expect(allowed(await times(30, node))).toBe(30);
    expect(node.logged.some(({ msg }) => msg === 'Redis unreachable')).toBe(true);
  });
});
