import { expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';

const env = { DATABASE_URL: await createTestDatabase() };
const noon = new Date('2026-06-01T12:00:00.000Z');
const hour = 3_600_000;
const ahead = await createTestApp({ env, clock: () => new Date(noon.getTime() + hour) });
const behind = await createTestApp({ env, clock: () => new Date(noon.getTime() - hour) });
const timely = await createTestApp({ env, clock: () => noon });

it('the times of a question never run backwards on nodes whose clocks differ', async () => {
  const { body: created } = await timely.rest(
    'POST',
    '/questions',
    makeQuestion({ difficulty: 0 }),
  );
  const path = `/questions/${created.id}`;
  const steps: [typeof ahead, string, string, object?][] = [
    [behind, 'PATCH', path, { difficulty: 1 }],
    [ahead, 'PATCH', path, { difficulty: 2 }],
    [timely, 'POST', `${path}/restore`, { version: 1 }],
    [behind, 'DELETE', path],
    [timely, 'POST', `${path}/restore`, { version: 2 }],
  ];
  for (const [node, method, address, body] of steps) {
    const answer = await node.rest(method, address, body);
    expect([200, 204]).toContain(answer.status);
    if (answer.status === 204) continue;
    expect(answer.body.created_at).toBe(created.created_at);
    expect(answer.body.updated_at >= answer.body.created_at).toBe(true);
  }
  const { body } = await timely.rest('GET', `${path}/history`);
  const times = [...body.data]
    .sort((a: Json, b: Json) => a.version - b.version)
    .map(({ changed_at }: Json) => changed_at);
  expect(times).toHaveLength(6);
  expect(times).toEqual([...times].sort());
  expect(times[1]).toBe(created.created_at);
});
