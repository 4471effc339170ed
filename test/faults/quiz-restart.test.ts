import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { record } from '../support/experiment-table.ts';
import { killPostgres } from '../support/postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { createServices, type Service } from '../support/service.ts';

const { makeDataDir, start } = createServices();
const length = 30;
const ANONYMOUS_SCOPES = 'questions:read,questions:write,quizzes:play';

interface Drawn {
  readonly id: string;
  readonly question_text: string;
  readonly choices: readonly string[];
}

/** How a service ends in the middle of a session; each returns the one that goes on. */
const restarts: Record<string, () => Promise<[Service, (one: Service) => Promise<Service>]>> = {
  async 'kill -9 of the service and its PostgreSQL'() {
    const env = { DATA_DIR: await makeDataDir(), ANONYMOUS_SCOPES, WORKERS: '0' };
    const restart = async (one: Service) => {
      await Promise.all([killPostgres(env.DATA_DIR), one.end('SIGKILL')]);
      return start(env);
    };
    return [await start(env), restart];
  },
  async 'kill -9 of the service'() {
    const env = { DATABASE_URL: await createTestDatabase(), ANONYMOUS_SCOPES, WORKERS: '0' };
    const restart = async (one: Service) => {
      await one.end('SIGKILL');
      return start(env);
    };
    return [await start(env), restart];
  },
  async SIGTERM() {
    const env = { DATA_DIR: await makeDataDir(), ANONYMOUS_SCOPES, WORKERS: '0' };
    const restart = async (one: Service) => {
      expect(await one.end()).toEqual({ code: 0, signal: null });
      return start(env);
    };
    return [await start(env), restart];
  },
};

it.for(Object.entries(restarts))('%s: a quiz session goes on', async ([name, prepare], context) => {
  let [service, restart] = await prepare();
  const bank = Array.from({ length }, (_, n) =>
    makeQuestion({ correct_answer: `Right ${n}`, incorrect_answers: [`Wrong ${n}`, `No ${n}`] }),
  );
  const { body: stored } = await service.rest('POST', '/questions', bank);
  const keys = new Map<string, string>(
    stored.data.map((each: { id: string; correct_answer: string }) => [
      each.id,
      each.correct_answer,
    ]),
  );
  const { body: session } = await service.rest('POST', '/quiz-sessions', { length });
  const path = `/quiz-sessions/${session.id}`;
  const drawn: Drawn[] = [];
  const draw = async (count: number) => {
    const { status, body } = await service.rest('POST', `${path}/next`, { count });
    expect(status).toBe(200);
    drawn.push(...body.data);
    return body;
  };
  const answer = async ({ id }: Drawn, isRight: boolean) => {
    const given = { question_id: id, answer: isRight ? keys.get(id) : 'Nothing of the kind' };
    return service.rest('POST', `${path}/answers`, given);
  };
  await draw(10);
  for (const [at, question] of drawn.slice(0, 6).entries()) {
    expect((await answer(question, at < 4)).body).toMatchObject({ correct: at < 4 });
  }
  const { body: before } = await service.rest('GET', path);
  // Some that are not answered by anyone: the service dies while it draws.
  const lost = service.rest('POST', `${path}/next`, { count: 3 }).catch(() => undefined);
  service = await restart(service);
  const interrupted = await lost;
  const { body: after } = await service.rest('GET', path);
  expect(after).toMatchObject({
    score: 4,
    answered: 6,
    seed: before.seed,
    expires_at: before.expires_at,
  });
  // What was drawn is shown as before, choices in the same order: the secret has survived, too.
  expect(after.unanswered.slice(0, 4)).toEqual(before.unanswered);
  const unseen: Drawn[] = after.unanswered.slice(4);
  if (interrupted?.status === 200) expect(unseen).toEqual(interrupted.body.data);
  drawn.push(...unseen);
  expect((await answer(drawn[0] as Drawn, true)).status).toBe(409);
  expect((await answer(drawn[6] as Drawn, true)).body).toMatchObject({ score: 5, answered: 7 });
  expect(await draw(50)).toMatchObject({ remaining: 0 });
  expect(await draw(1)).toEqual({ data: [], remaining: 0 });
  const ids = new Set(drawn.map(({ id }) => id));
  record(context, `quiz session, ${name}`, {
    acknowledged: length,
    present: ids.size,
    lost: length - ids.size,
    doubled: drawn.length - ids.size,
    failed: 0,
  });
  expect([drawn.length, ids.size]).toEqual([length, length]);
});
