import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

let now = new Date('2026-06-01T00:00:00Z');
const { rest, graphql, logged } = await createTestApp({ clock: () => now });

/** Adds a question with a name and timestamp and returns its id. */
async function add(name: string, fields: Record<string, unknown>): Promise<Json> {
  now = new Date(now.getTime() + 60_000);
  const wrong = { incorrect_answers: [] };
  const { body } = await rest(
    'POST',
    '/questions',
    makeQuestion({ external_id: name, ...wrong, ...fields }),
  );
  return body;
}

await add('mercury', {
  question_text: 'Which metal is liquid at room temperature?',
  correct_answer: 'Mercury',
  topic_focus: 'Chemical elements',
  difficulty: 0,
  source: 'book',
});
await add('jupiter', {
  question_text: 'Which planet has the largest mass?',
  correct_answer: 'Jupiter',
  category: 'Astronomy',
  topic_focus: 'Planets',
});
await add('moon', {
  question_text: 'Which planet does the Moon circle?',
  correct_answer: 'The Earth',
  category: 'Astronomy',
  topic_focus: 'PLANETS',
  difficulty: 2,
});
await add('who', {
  question_text: 'Who are you? is a song by which band?',
  correct_answer: 'The Who',
  category: 'General Knowledge',
  source: 'book',
});
const cafe = await add('cafe', {
  question_text: 'Where is the Café Central?',
  correct_answer: 'Vienna',
  category: 'Geography',
  topic_focus: 'Caf\u00e9s',
  difficulty: 2,
  source: 'Web',
});

async function find(query: string): Promise<string[]> {
  const { status, body } = await rest('GET', `/questions?${query}`);
  expect([query, status]).toEqual([query, 200]);
  expect(body.page.total).toBe(body.data.length);
  return body.data.map(({ external_id }: Json) => external_id);
}

describe('the criteria of a list', () => {
  it.each([
    ['category=Astronomy', ['jupiter', 'moon']],
    ['category=astronomy', ['jupiter', 'moon']],
    ['category=Astronomy&category=Geography', ['jupiter', 'moon', 'cafe']],
    ['category=Astronomy,geography', ['jupiter', 'moon', 'cafe']],
    ['category=General%20Knowledge', ['who']],
    ['category=general+knowledge', ['who']],
    ['category=Literature', []],
    ['difficulty=0', ['mercury']],
    ['difficulty=0,2', ['mercury', 'moon', 'cafe']],
    ['difficulty=0&difficulty=2', ['mercury', 'moon', 'cafe']],
    ['difficulty=2,2', ['moon', 'cafe']],
    ['difficulty=easy', ['mercury']],
    ['difficulty=Basic,hard', ['mercury', 'moon', 'cafe']],
    ['category[]=Astronomy&category[]=Geography', ['jupiter', 'moon', 'cafe']],
    ['category%5B%5D=Astronomy&category=Geography', ['jupiter', 'moon', 'cafe']],
    ['difficulty[]=0&difficulty[]=advanced', ['mercury', 'moon', 'cafe']],
    ['difficulty=1&category=Astronomy', ['jupiter']],
    ['topic_focus=planets', ['jupiter', 'moon']],
    ['topic_focus=Planet', []],
    ['topic_focus=planets,chemical%20elements', ['mercury', 'jupiter', 'moon']],
    ['topic_focus=planets&topic_focus=CHEMICAL+elements', ['mercury', 'jupiter', 'moon']],
    ['topic_focus[]=planets,chemical%20elements', []],
    ['category=Astronomy&search=', ['jupiter', 'moon']],
    ['category=Astronomy&search=%20', ['jupiter', 'moon']],
    ['topic_focus=CAFE%CC%81S', ['cafe']],
    ['source=book', ['mercury', 'who']],
    ['source=Book', []],
    ['source=book&difficulty=0', ['mercury']],
    [`ids=${cafe.id}`, ['cafe']],
    [`ids=${cafe.id},${cafe.id.toUpperCase()},01a1dcf3-a623-703b-b9e6-140b15b653d2`, ['cafe']],
    ['created_after=2026-06-01T00:03:00Z', ['who', 'cafe']],
    ['created_after=2026-06-01T02:02:59.999%2B02:00', ['moon', 'who', 'cafe']],
    ['created_after=2026-06-01t00:04:00.000z', ['cafe']],
    ['updated_after=2026-06-01T00:04:00Z', ['cafe']],
    ['created_after=2026-06-01T00:01:00Z&category=Science', []],
  ])('choose by %s', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  it('are read the same with a final slash', async () => {
    const plain = await rest('GET', '/questions?category=Astronomy');
    const slashed = await rest('GET', '/v1/questions/?category=Astronomy');
    expect([slashed.status, slashed.body]).toEqual([200, plain.body]);
  });

  it('mean the same over GraphQL: several topics, an empty search', async () => {
    const { body } = await graphql(
      '{ questions(filter: { topicFocus: ["planets", "chemical elements"], search: "" }) { totalCount } }',
    );
    expect(body).toEqual({ data: { questions: { totalCount: 3 } } });
  });

  it('choose by the time of the last change', async () => {
    now = new Date('2026-07-01T00:00:00Z');
    const changed = await add('changed', { category: 'Literature', topic_focus: 'Late' });
    now = new Date('2026-07-02T00:00:00Z');
    await rest('PATCH', `/questions/${changed.id}`, { difficulty: 0 });
    expect(await find('updated_after=2026-07-01T12:00:00Z')).toEqual(['changed']);
    expect(await find('created_after=2026-07-01T12:00:00Z')).toEqual([]);
    await rest('DELETE', `/questions/${changed.id}`);
  });
});

describe('a search', () => {
  it.each([
    ['planet', ['jupiter', 'moon']],
    ['PLANETS', ['jupiter', 'moon']],
    ['planet moon', ['moon']],
    ['moon or metal', ['mercury', 'moon']],
    ['planet -moon', ['jupiter']],
    ['"largest mass"', ['jupiter']],
    ['"mass largest"', []],
    ['elements', ['mercury']],
    ['vienna', ['cafe']],
    ['café', ['cafe']],
    ['the who', ['who']],
    ['the', ['jupiter', 'moon', 'who', 'cafe']],
    ['zzz', []],
    ['!!!', []],
    ['-', []],
    ["'; DROP TABLE questions; --", []],
    ['a & | ! ( <-> :*', ['who']],
    ['"', []],
  ])('finds %j', async (search, names) => {
    const found = await find(`search=${encodeURIComponent(search)}`);
    expect(found.sort()).toEqual([...names].sort());
  });

  it('shows the best match first, unless another order is asked for', async () => {
    const search = 'mercury';
    const inText = await add('in-text', {
      question_text: 'Is Mercury, after which mercury is named, a planet like Mercury?',
      correct_answer: 'Yes',
    });
    expect(await find(`search=${search}`)).toEqual(['in-text', 'mercury']);
    expect(await find(`search=${search}&sort=created_at`)).toEqual(['mercury', 'in-text']);
    await rest('DELETE', `/questions/${inText.id}`);
  });

  it('holds together with the other criteria', async () => {
    expect(await find('search=planet&difficulty=2&topic_focus=planets')).toEqual(['moon']);
  });
});

describe('the same over GraphQL', () => {
  it.each([
    ['category: ASTRONOMY', ['jupiter', 'moon']],
    ['category: [ASTRONOMY, GEOGRAPHY], difficulty: ADVANCED', ['moon', 'cafe']],
    ['topicFocus: "planets", search: "moon"', ['moon']],
    [`ids: ["${cafe.id}"], source: "Web"`, ['cafe']],
    ['createdAfter: "2026-06-01T00:03:00Z"', ['who', 'cafe']],
    ['category: null, source: "book"', ['mercury', 'who']],
  ])('chooses by %s', async (filter, names) => {
    const { body } = await graphql(
      `{ questions(filter: { ${filter} }) { totalCount nodes { externalId } } }`,
    );
    expect(body.data.questions.nodes.map(({ externalId }: Json) => externalId)).toEqual(names);
    expect(body.data.questions.totalCount).toBe(names.length);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});

describe('the fields of a list', () => {
  it('are those that are named, in their usual order', async () => {
    const { body, headers } = await rest('GET', '/questions?search=vienna&fields=source,id');
    expect(body.data).toEqual([{ id: cafe.id, source: 'Web' }]);
    expect(body.page.total).toBe(1);
    expect(headers.get('link')).toContain('fields=source%2Cid');
    const csv = await rest('GET', '/questions?search=vienna&fields=source,category', undefined, {
      accept: 'text/csv',
    });
    expect(csv.body).toBe('category,source\nGeography,Web\n');
    // Without the result, its variable `include` is not needed either.
    expect((await rest('GET', '/analysis?fields=id,status')).status).toBe(200);
    const history = await rest('GET', `/questions/${cafe.id}/history?fields=version,changes`);
    expect(history.body.data.map(Object.keys)).toEqual([['version', 'changes']]);
  });

  it('must exist', async () => {
    const { status, body } = await rest('GET', '/questions?fields=id,correct_anwser,');
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: Json) => parameter)).toEqual(['fields', 'fields']);
    expect(body.errors[0].detail).toContain('correct_answer');
  });
});
