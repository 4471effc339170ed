import { expect, it } from 'vitest';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { createTestApp, type Json } from '../support/app.ts';

const [players, questions, playersAtOnce] = [200, 40, 4];

/**
 * The whole circle: questions of known difficulties are served to simulated players, whose answers are
 * recorded by their sessions, and the difficulties are estimated from what was recorded.
 */
it('gives back the difficulties of a season that was played over HTTP', async () => {
  const { rest } = await createTestApp({ env: { WORKERS: '1', ANALYSIS_TIMEOUT: '5m' } });
  const random = createRandom(7);
  const difficulties = Array.from({ length: questions }, (_, at) => (at - questions / 2) / 8);
  const bank = difficulties.map((_b, at) => ({
    question_text: `Which number follows ${at}?`,
    correct_answer: `right ${at}`,
    incorrect_answers: ['wrong one', 'wrong two', 'wrong three'],
    category: 'Mathematics',
    difficulty: 1,
  }));
  const { body: created } = await rest('POST', '/questions', bank);
  const ids: string[] = created.data.map(({ id }: Json) => id);
  const abilities = Array.from(
    { length: players },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );

  const play = async (player: number) => {
    const ability = abilities[player] ?? 0;
    const { body: session } = await rest('POST', '/quiz-sessions', { length: questions });
    const path = `/quiz-sessions/${session.id}`;
    const { body: drawn } = await rest('POST', `${path}/next`, { count: questions });
    expect(drawn.data).toHaveLength(questions);
    for (const { id } of drawn.data) {
      const at = ids.indexOf(id);
      // Whatever the order in which questions are drawn and players take turns.
      const chance = createRandom(player * questions + at);
      const isRight = chance() < 1 / (1 + Math.exp((difficulties[at] ?? 0) - ability));
      const wrong = chance() < 0.5 ? 'wrong one' : 'wrong two';
      const answered = await rest('POST', `${path}/answers`, {
        question_id: id,
        answer: isRight ? `right ${at}` : wrong,
        time_ms: 1000,
      });
      expect([answered.status, answered.body.correct]).toEqual([200, isRight]);
    }
  };
  const waiting = [...abilities.keys()];
  await Promise.all(
    Array.from({ length: playersAtOnce }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await play(next);
    }),
  );

  const { body: run } = await rest(
    'POST',
    '/analysis/run',
    {
      analysis_type: 'item_statistics',
      parameters: { items: 'all', responses: 'stored', model: 'rasch_unit' },
    },
    { prefer: 'wait=30' },
  );
  expect(run.result.summary.responses).toBe(players * questions);
  expect(run.result.test.n).toBe(players);
  const within = run.result.items.filter(({ question_id, b, se_b }: Json) => {
    return Math.abs(b - (difficulties[ids.indexOf(question_id)] ?? 0)) < 1.96 * se_b;
  });
  expect(within.length / questions).toBeGreaterThanOrEqual(0.9);
  const flags = run.result.items.flatMap((item: Json) => item.flags);
  expect(flags.filter((flag: string) => flag !== 'label_mismatch')).toEqual([]);
  const [first] = run.result.items;
  expect(first.options.map(({ is_key }: Json) => is_key)).toEqual([true, false, false, false]);
  console.info(`${within.length} of ${questions} difficulties within 1.96 standard errors`);
}, 900_000);
