import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql, app } = await createTestApp();
const { pool } = app.database;

async function create(
  count: number,
  overrides: (n: number) => Record<string, unknown> = () => ({}),
) {
  const questions = Array.from({ length: count }, (_, n) => makeQuestion(overrides(n)));
  return (await rest('POST', '/questions', questions)).body.data as Json[];
}
const idsOf = (questions: Json[]): string[] => questions.map(({ id }) => id);
const faultsOf = ({ body }: Json): string[] =>
  body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
const unknown = '01a1dcf3-a623-703b-b9e6-140b15b653d2';

describe('changing many questions', () => {
  it('changes all alike, in the order of the ids, with history and events', async () => {
    const ids = idsOf(await create(3, (n) => ({ difficulty: n === 1 ? 2 : 0 }))).reverse();
    const changes = { difficulty: 2, topic_focus: null };
    const { status, body } = await rest('PATCH', '/questions', { ids: [...ids, ids[0]], changes });
    expect(status).toBe(200);
    expect(idsOf(body.data)).toEqual(ids);
    // The one that had these values already keeps its version.
    expect(body.data.map(({ version }: Json) => version)).toEqual([2, 1, 2]);
    const history = await rest('GET', `/questions/${ids[0]}/history`);
    expect(history.body.data[0]).toMatchObject({ version: 2, change: 'updated' });
    expect(await rest('GET', `/questions/${ids[0]}`)).toMatchObject({ body: body.data[0] });
    const events = await rest('GET', '/events?types=question.updated&limit=100');
    const changed = events.body.data.map(({ question_id }: Json) => question_id);
    expect(changed.sort()).toEqual([ids[0], ids[2]].sort());
  });

  it('changes none if anything is wrong with any, and reports all of it', async () => {
    const [one, two] = await create(2, (n) => ({
      incorrect_answers: n === 1 ? ['Rome', 'Bern'] : ['Rome'],
    }));
    const ids = [one.id, unknown, two.id, unknown];
    const missing = await rest('PATCH', '/questions', { ids, changes: { difficulty: 2 } });
    expect([missing.status, ...faultsOf(missing)]).toEqual([
      422,
      '/ids/1 not_found',
      '/ids/3 not_found',
    ]);
    const wrong = await rest('PATCH', '/questions', {
      ids: ['x'],
      changes: { difficulty: 7, color: 1 },
      more: 1,
    });
    expect(faultsOf(wrong).sort()).toEqual([
      '/changes/color unknown_field',
      '/changes/difficulty out_of_range',
      '/ids/0 invalid',
      '/more unknown_field',
    ]);
    const clash = { ids: [one.id, two.id], changes: { correct_answer: 'bern' } };
    expect(faultsOf(await rest('PATCH', '/questions', clash))).toEqual(['/ids/1 equals_answer']);
    expect((await rest('GET', `/questions/${one.id}`)).body).toEqual(one);
    const none = await rest('PATCH', '/questions', { ids: [], changes: {} });
    expect(faultsOf(none)).toEqual(['/ids too_few', '/changes required']);
    const many = Array.from({ length: 1001 }, () => unknown);
    const tooMany = await rest('POST', '/questions/delete', { ids: many });
    expect([tooMany.status, ...faultsOf(tooMany)]).toEqual([422, '/ids too_many']);
  });

  it('refuses source keys that would not be unique', async () => {
    const [one, two, other] = await create(3, (n) => ({ source: 's', external_id: `key ${n}` }));
    const conflict = async (ids: string[], changes: object) => {
      const answer = await rest('PATCH', '/questions', { ids, changes });
      return [answer.status, ...faultsOf(answer)];
    };
    expect(await conflict([one.id, two.id], { external_id: 'same' })).toEqual([
      409,
      '/ids/1 taken',
    ]);
    const key = { external_id: other.external_id };
    expect(await conflict([one.id], key)).toEqual([409, '/ids/0 taken']);
    const moved = { ids: [one.id, two.id], changes: { source: 'elsewhere' } };
    expect((await rest('PATCH', '/questions', moved)).status).toBe(200);
  });

  it('deletes all or none, once for a key, and keeps their history', async () => {
    const ids = idsOf(await create(120));
    const refused = await rest('POST', '/questions/delete', { ids: [...ids, unknown] });
    expect(faultsOf(refused)).toEqual(['/ids/120 not_found']);
    const key = { 'Idempotency-Key': 'delete many' };
    const done = await rest('POST', '/questions/delete', { ids }, key);
    expect([done.status, done.body]).toEqual([200, { data: ids }]);
    const again = await rest('POST', '/questions/delete', { ids }, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect((await rest('GET', `/questions/${ids[0]}`)).status).toBe(404);
    expect((await rest('GET', `/questions/${ids[0]}/history`)).body.page.total).toBe(2);
  });

  it('works over GraphQL, with its names in errors', async () => {
    const ids = idsOf(await create(2));
    const { body } = await graphql(
      `mutation ($ids: [ID!]!) {
        updateQuestions(ids: $ids, input: { topicFocus: "G" }) { id topicFocus }
        wrong: updateQuestions(ids: $ids, input: { questionText: " " }) { id }
        deleteQuestions(ids: $ids)
      }`,
      { ids },
    );
    expect(body.data).toEqual({
      updateQuestions: ids.map((id) => ({ id, topicFocus: 'G' })),
      wrong: null,
      deleteQuestions: ids,
    });
    expect(body.errors[0].extensions.errors[0].pointer).toBe('/questionText');
  });
});

describe('counting questions', () => {
  it('gives groups, the largest first, totals and what criteria leave', async () => {
    await create(7, (n) => ({
      source: 'counted',
      category: n < 5 ? 'Science' : 'Astronomy',
      difficulty: n === 0 ? 0 : 1,
      topic_focus: n < 3 ? ['Light', 'light', null][n] : 'Stars',
    }));
    const { body } = await rest('GET', '/questions/counts?source=counted');
    expect(body).toEqual({
      data: [
        { category: 'Science', difficulty: 1, count: 4 },
        { category: 'Astronomy', difficulty: 1, count: 2 },
        { category: 'Science', difficulty: 0, count: 1 },
      ],
      total: 7,
      more: 0,
    });
    const topics = await rest('GET', '/questions/counts?by=topic_focus&source=counted');
    expect(topics.body.data).toEqual([
      { topic_focus: 'Stars', count: 4 },
      { topic_focus: expect.stringMatching(/^light$/i), count: 2 },
      { topic_focus: null, count: 1 },
    ]);
    const month = new Date().toISOString().slice(0, 7);
    const others = '/questions/counts?by=source,created_month&source=counted';
    expect((await rest('GET', others)).body.data).toEqual([
      { source: 'counted', created_month: month, count: 7 },
    ]);
    const none = await rest('GET', '/questions/counts?source=none');
    expect(none.body).toEqual({ data: [], total: 0, more: 0 });
  });

  it('follows changes, and is remembered until then', async () => {
    const count = async () =>
      (await rest('GET', '/questions/counts?by=source&source=fleeting')).body;
    expect((await count()).total).toBe(0);
    const [{ id }] = (await create(1, () => ({ source: 'fleeting' }))) as [Json];
    expect((await count()).total).toBe(1);
    await rest('DELETE', `/questions/${id}`);
    expect((await count()).total).toBe(0);
  });

  it('lists at most a thousand groups, and says how many there are', async () => {
    await pool.query(`
      INSERT INTO questions (id, question_text, correct_answer, category, difficulty, topic_focus, source)
      SELECT gen_random_uuid(), 'q', 'a', 'Science', 0, 'Topic ' || n, 'many'
      FROM generate_series(1, 1003) n`);
    const { body } = await rest('GET', '/questions/counts?by=topic_focus&source=many');
    expect([body.data.length, body.total, body.more]).toEqual([1000, 1003, 3]);
    await pool.query("DELETE FROM questions WHERE source = 'many'");
  });

  it('refuses groups that do not exist', async () => {
    const { status, body } = await rest('GET', '/questions/counts?by=color&limit=2');
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: Json) => parameter)).toEqual(['by', 'limit']);
  });
});

describe('a snapshot', () => {
  it('reads byte for byte the same after edits, bulk changes and deletion', async () => {
    const questions = await create(45, (n) => ({ source: 'kept', difficulty: n % 3 }));
    const snapshot = { name: ' Final ', criteria: { source: 'kept', difficulty: [0, 1] } };
    const made = await rest('POST', '/snapshots', snapshot);
    expect([made.status, made.headers.get('location')]).toEqual([
      201,
      `/snapshots/${made.body.id}`,
    ]);
    expect(made.body).toMatchObject({
      name: 'Final',
      criteria: { source: 'kept', difficulty: [0, 1] },
      question_count: 30,
    });
    const read = async () => {
      const pages: string[] = [];
      for (let path = `/snapshots/${made.body.id}?limit=12`; path; ) {
        const { text, headers, body } = await readText(path);
        pages.push(text);
        expect(body.questions.page).toMatchObject({ limit: 12, total: 30 });
        path = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
      }
      return pages;
    };
    const before = await read();
    expect(before).toHaveLength(3);
    const shown = before.flatMap((page) => JSON.parse(page).questions.data);
    const chosen = questions.filter(({ difficulty }) => difficulty < 2);
    expect(shown).toEqual(
      chosen.map(({ created_at: _, updated_at: __, ...question }) =>
        expect.objectContaining(question),
      ),
    );
    const ids = idsOf(questions);
    for (const edit of ['One', 'Two', 'Three']) {
      await rest('PATCH', '/questions', { ids, changes: { question_text: `${edit}?` } });
    }
    await rest('POST', '/questions/delete', { ids: ids.slice(0, 20) });
    await rest('POST', `/questions/${ids[0]}/restore`, { version: 2 });
    expect(await read()).toEqual(before);
    const list = await rest('GET', '/snapshots?limit=1');
    expect(list.body.data).toEqual([made.body]);
  });

  it('keeps the order of ids, pages both ways, and pins what plain SQL has written', async () => {
    const count = 1005;
    const { rows } = await pool.query(`
      INSERT INTO questions (id, question_text, correct_answer, category, difficulty, source)
      SELECT gen_random_uuid(), 'q' || n, 'a', 'Science', 0, 'plain' FROM generate_series(1, ${count}) n
      RETURNING id`);
    const ids: string[] = idsOf(rows).sort();
    const { body } = await rest('POST', '/snapshots', { name: 'ids', ids: [...ids, ids[3]] });
    expect([body.question_count, body.criteria]).toEqual([count, null]);
    await pool.query("DELETE FROM questions WHERE source = 'plain'");
    const shown = async (query: string) => {
      const { questions } = (await rest('GET', `/snapshots/${body.id}?${query}`)).body;
      return { ids: idsOf(questions.data), ...questions.page };
    };
    expect((await shown('limit=20&offset=990')).ids).toEqual(ids.slice(990, 1005).slice(0, 20));
    const first = await shown('limit=100&offset=950');
    expect([first.ids, first.has_more]).toEqual([ids.slice(950), false]);
    const early = await shown('limit=3&offset=998');
    expect(early.ids).toEqual(ids.slice(998, 1001));
    expect((await shown(`limit=2&cursor=${early.next_cursor}`)).ids).toEqual(ids.slice(1001, 1003));
    expect(await shown('offset=5000')).toMatchObject({ ids: [], has_more: false });
    const { body: backwards } = await graphql(
      `query ($id: ID!, $before: String) {
        snapshot(id: $id) { questions(last: 2, before: $before) { nodes { id } pageInfo { hasPreviousPage } } }
      }`,
      { id: body.id, before: early.next_cursor },
    );
    const { nodes, pageInfo } = backwards.data.snapshot.questions;
    expect([idsOf(nodes), pageInfo]).toEqual([ids.slice(998, 1000), { hasPreviousPage: true }]);
  });

  it('is refused with every fault, and nothing of it is stored', async () => {
    const faults = async (body: object) => {
      const answer = await rest('POST', '/snapshots', body);
      return [answer.status, ...faultsOf(answer)];
    };
    const before = (await rest('GET', '/snapshots')).body.page.total;
    expect(await faults({ name: 'a' })).toEqual([422, '/criteria required']);
    expect(await faults({ name: ' ', criteria: {}, ids: [unknown] })).toEqual([
      422,
      '/name too_short',
      '/criteria contradiction',
    ]);
    expect(await faults({ name: 'a', ids: [unknown, unknown] })).toEqual([
      422,
      '/ids/0 not_found',
      '/ids/1 not_found',
    ]);
    const none = { name: 'a', criteria: { source: 'none' } };
    expect(await faults(none)).toEqual([422, '/criteria no_match']);
    const wrong = { name: 'a', criteria: { difficulty: [9], color: 1 }, x: 1 };
    expect((await faults(wrong)).sort()).toEqual([
      '/criteria/color unknown_field',
      '/criteria/difficulty/0 out_of_range',
      '/x unknown_field',
      422,
    ]);
    expect(await faults({ name: 'a', criteria: { search: '-moon' } })).toEqual([
      422,
      '/criteria/search unbounded',
    ]);
    expect((await rest('GET', '/snapshots')).body.page.total).toBe(before);
    expect((await rest('GET', `/snapshots/${unknown}`)).status).toBe(404);
  });
});

/** The bytes of the answer, too. */
async function readText(path: string): Promise<Json> {
  const response = await app.fetch(new Request(`http://localhost${path}`));
  const text = await response.text();
  return { text, headers: response.headers, body: JSON.parse(text) };
}
