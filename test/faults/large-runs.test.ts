import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';

const { app, rest, graphql, logged } = await createTestApp({ env: { WORKERS: '1' } });
const count = 2500;

beforeAll(async () => {
  await app.database.pool.query(
    `INSERT INTO questions (id, question_text, correct_answer, incorrect_answers, category,
       difficulty, created_at, updated_at)
     SELECT gen_random_uuid(), 'question  ' || n, 'Answer ' || n, '{All of the above}', 'Science', 1,
       now(), now()
     FROM generate_series(1, $1) n`,
    [count],
  );
});

/** Without the rules that load dictionaries. */
const rules = { misspelling: 'off', unexpected_language: 'off' };
const run = async (parameters: object = {}): Promise<Json> => {
  const body = { analysis_type: 'quality', parameters: { rules, ...parameters } };
  const answer = await rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
  expect([answer.status, answer.body.status]).toEqual([200, 'SUCCEEDED']);
  return answer.body;
};

describe('a large result', () => {
  it('is handed out a page of items at a time, each once', async () => {
    const made = await run();
    expect([made.item_count, made.result.items.length]).toEqual([count, 1000]);
    const seen: string[] = [];
    for (let offset = 0; offset < count; offset += 700) {
      const { body } = await rest('GET', `/analysis/${made.id}?limit=700&offset=${offset}`);
      seen.push(...body.result.items.map(({ question_id }: Json) => question_id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([count, count]);
    expect(seen.slice(0, 1000)).toEqual(
      made.result.items.map(({ question_id }: Json) => question_id),
    );
    const { body } = await graphql(
      `query ($id: ID!) { analysis(id: $id) { itemCount typedResult(limit: 2, offset: 2499) {
        ... on QualityResult { items { questionId } }
      } } }`,
      { id: made.id },
    );
    expect(body.data.analysis).toEqual({
      itemCount: count,
      typedResult: { items: [{ questionId: seen.at(-1) }] },
    });
  });

  it('is compared whole, and the first thousand differences are shown', async () => {
    const [before, after] = [
      await run({ rules: { all_or_none_of_the_above: 'off' } }),
      await run(),
    ];
    const { body } = await rest('GET', `/analysis/${before.id}/compare/${after.id}`);
    expect([body.new_count, body.new.length]).toEqual([count, 1000]);
    expect([body.gone_count, body.unchanged]).toEqual([0, 0]);
    expect(body.warnings.map(({ code }: Json) => code)).toEqual(['other_parameters']);
  });

  it('is not asked for by the hundred', async () => {
    const { status, body } = await rest('GET', '/analysis?include=result&limit=100');
    expect([status, body.code]).toEqual([400, 'QUERY_TOO_COMPLEX']);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
