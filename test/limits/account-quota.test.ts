import { describe, expect, it } from 'vitest';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';

const start = (more: Record<string, string> = {}) =>
  createTestApp({ env: { RATE_LIMIT: 'on', RATE_LIMIT_STORE: 'memory', ...more } });

const remaining = ({ headers }: Answer) =>
  Number(/^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** Tokens of one account: its session, another one, and keys. */
async function tokensOf(service: TestApp, keys: number) {
  const { access_token } = await logIn(service);
  const account = await makeAccount(service, access_token, 'analyst');
  const { access_token: session } = await logIn(service, account);
  const { access_token: other } = await logIn(service, account);
  const tokens = [session, other];
  for (let index = 0; index < keys; index += 1) {
    const key = { name: `key ${index}`, scopes: ['questions:read', 'analysis:run'] };
    tokens.push((await service.rest('POST', '/auth/keys', key, bearer(session))).body.key);
  }
  return { tokens, account, asAdmin: bearer(access_token) };
}

describe('the limits of an account', () => {
  it('are shared by all its keys and sessions', async () => {
    const service = await start({ RATE_LIMIT_TOKEN: '100' });
    const { tokens } = await tokensOf(service, 3);
    const left = [];
    for (const token of tokens) {
      left.push(remaining(await service.rest('GET', '/questions', undefined, bearer(token))));
    }
    // Three points went to making the keys.
    expect(left).toEqual([96, 95, 94, 93, 92]);
  });

  it('count the runs of all its keys together', async () => {
    const service = await start({ RATE_LIMIT_ANALYSIS: '2' });
    await service.rest('POST', '/questions', {
      question_text: 'Which planet is the largest?',
      correct_answer: 'Jupiter',
      category: 'Astronomy',
      difficulty: 0,
    });
    const { tokens } = await tokensOf(service, 2);
    const statuses = [];
    for (const token of tokens) {
      const run = { analysis_type: 'duplicates' };
      const headers = { ...bearer(token), prefer: 'wait=0' };
      statuses.push((await service.rest('POST', '/analysis/run', run, headers)).status);
    }
    expect(statuses).toEqual([202, 202, 429, 429]);
  });

  it.each(['memory', 'postgres'])('are set by an admin (%s)', async (store) => {
    const service = await start({ RATE_LIMIT_TOKEN: '100', RATE_LIMIT_STORE: store });
    const { tokens, account, asAdmin } = await tokensOf(service, 1);
    const path = `/auth/accounts/${account.id}`;
    const set = (quota: number | null) => service.rest('PATCH', path, { quota }, asAdmin);
    const [, , key = ''] = tokens;
    const ask = () => service.rest('GET', '/questions', undefined, bearer(key));
    expect((await ask()).headers.get('ratelimit-policy')).toBe('"default";q=100;w=60');
    const { status, body } = await set(1000);
    expect([status, body.quota]).toEqual([200, 1000]);
    expect((await ask()).headers.get('ratelimit-policy')).toBe('"default";q=1000;w=60');
    await set(1);
    const answers = [await ask(), await ask()];
    expect(answers.at(-1)?.status).toBe(429);
    expect((await set(null)).body.quota).toBeNull();
    expect((await ask()).headers.get('ratelimit-policy')).toBe('"default";q=100;w=60');
    const mutation = `mutation { updateAccount(id: "${account.id}", input: { quota: 7 }) { quota } }`;
    const { body: changed } = await service.graphql(mutation, {}, asAdmin);
    expect(changed.data.updateAccount).toEqual({ quota: 7 });
  });
});
