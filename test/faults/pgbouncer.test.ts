import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { record } from '../support/experiment-table.ts';
import { keepWriting, readQuestions } from '../support/ledger.ts';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { makeQuestion } from '../support/questions.ts';
import { createServices } from '../support/service.ts';

const { start } = createServices();
const poolSize = 6;

describe.skipIf(!hasPgBouncer)('behind PgBouncer in transaction mode (package pgbouncer)', () => {
  it('two nodes write, search, run analyses and follow each other on few connections', async (context) => {
    const direct = await createTestDatabase();
    const env = {
      DATABASE_URL: await startPgBouncer(direct, poolSize),
      DATABASE_DIRECT_URL: direct,
      NAMED_STATEMENTS: 'off',
      ANONYMOUS_SCOPES: 'questions:read,questions:write,analysis:read,analysis:run',
    };
    const [one, two] = await Promise.all([start(env), start(env)]);
    const ledger = keepWriting(() => [one.url, two.url]);
    await ledger.confirmed(200);
    const { body } = await one.rest('POST', '/questions', makeQuestion());
    expect((await two.rest('GET', '/questions?search=moon')).status).toBe(200);
    const changed = await two.rest('PATCH', `/questions/${body.id}`, { topic_focus: 'Pools' });
    expect(changed.body.version).toBe(2);
    const run = await one.rest('POST', '/analysis/run', { analysis_type: 'coverage' });
    const statusOfRun = async () => (await two.rest('GET', `/analysis/${run.body.id}`)).body.status;
    await expect.poll(statusOfRun, { interval: 200 }).toBe('SUCCEEDED');
    await ledger.stop();
    record(context, 'PgBouncer, transaction mode', ledger.check(await readQuestions(direct)));

    // Answers are remembered, and forgotten when the other node changes what they show.
    const path = `/questions?topic_focus=Pools`;
    expect((await one.rest('GET', path)).body.page.total).toBe(1);
    await two.rest('DELETE', `/questions/${body.id}`);
    const totalOnOne = async () => (await one.rest('GET', path)).body.page.total;
    await expect.poll(totalOnOne).toBe(0);

    const client = new pg.Client(direct);
    await client.connect();
    const { rows } = await client.query(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'quaestor'`,
    );
    await client.end();
    expect(rows[0].count).toBeLessThanOrEqual(poolSize);
    for (const node of [one, two]) expect(await node.end()).toEqual({ code: 0, signal: null });
  });
});
