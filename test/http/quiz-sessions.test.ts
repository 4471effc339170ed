import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admin, bearer, logIn, makeAccount } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { runs } from '../support/property-runs.ts';
import { makeQuestion } from '../support/questions.ts';

const service = await createTestApp();
const { rest, graphql, app } = service;

const categories = ['Science', 'Geography'];
const bank = Array.from({ length: 24 }, (_, n) =>
  makeQuestion({
    category: categories[n % 2],
    difficulty: n % 3,
    topic_focus: n % 4 === 0 ? 'Rivers' : null,
    incorrect_answers: n % 6 === 5 ? [] : [`Wrong ${n}`, `False ${n}`, `No ${n}`],
  }),
);
const { body: created } = await rest('POST', '/questions', bank);
const keys = new Map<string, string>(created.data.map((q: Json) => [q.id, q.correct_answer]));

const begin = async (body: unknown = {}) => (await rest('POST', '/quiz-sessions', body)).body;
const draw = async (id: string, count = 1) =>
  (await rest('POST', `/quiz-sessions/${id}/next`, { count })).body;
const answer = (id: string, body: unknown) => rest('POST', `/quiz-sessions/${id}/answers`, body);
const idsOf = ({ data }: Json): string[] => data.map((q: Json) => q.id);

describe('a quiz session', () => {
  it('begins with what is asked for, and shows where it is', async () => {
    const given = { criteria: { category: 'science' }, length: 5, seed: 's', expires_in: 60 };
    const { status, headers, body } = await rest('POST', '/quiz-sessions', given);
    expect([status, headers.get('location')]).toEqual([201, `/quiz-sessions/${body.id}`]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ seed: 's', length: 5, remaining: 5, score: 0, answered: 0 });
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(60_000);
    const other = await rest('POST', '/quiz-sessions');
    expect(other.body).toMatchObject({ length: 24, remaining: 24, seed: expect.any(String) });
  });

  it('draws without repeats until the questions are used up, and says so', async () => {
    const { id } = await begin({ criteria: { category: ['Science'] } });
    const drawn: string[] = [];
    for (const [count, remaining] of [
      [5, 7],
      [1, 6],
      [50, 0],
    ] as const) {
      const page = await draw(id, count);
      expect(page.remaining).toBe(remaining);
      drawn.push(...idsOf(page));
    }
    expect([drawn.length, new Set(drawn).size]).toEqual([12, 12]);
    expect(await draw(id)).toEqual({ data: [], remaining: 0 });
    expect(await rest('POST', `/quiz-sessions/${id}/next`)).toMatchObject({ status: 200 });
  });

  it('draws by its seed, however many at a time', async () => {
    const one = await begin({ seed: 'same' });
    const other = await begin({ seed: 'same' });
    const third = await begin({ seed: 'another' });
    const singles: string[] = [];
    for (let n = 0; n < 8; n += 1) singles.push(...idsOf(await draw(one.id)));
    expect(idsOf(await draw(other.id, 8))).toEqual(singles);
    expect(idsOf(await draw(third.id, 8))).not.toEqual(singles);
  });

  it('shows questions without the key, and the choices in one order', async () => {
    const { id } = await begin();
    const { data } = await draw(id, 24);
    const { body: session } = await rest('GET', `/quiz-sessions/${id}`);
    expect(session.unanswered).toEqual(data);
    for (const question of data) {
      expect(Object.keys(question)).toEqual([
        'id',
        'question_text',
        'choices',
        'category',
        'difficulty',
        'topic_focus',
      ]);
      const n = created.data.findIndex((q: Json) => q.id === question.id);
      const { correct_answer, incorrect_answers } = created.data[n];
      const all = incorrect_answers.length === 0 ? [] : [correct_answer, ...incorrect_answers];
      expect(question.choices.toSorted()).toEqual(all.toSorted());
    }
    // 20 questions with four choices each: the key is not always at the same place.
    const places = data
      .filter(({ choices }: Json) => choices.length > 0)
      .map(({ id: each, choices }: Json) => choices.indexOf(keys.get(each)));
    expect(new Set(places).size).toBeGreaterThan(1);
    const again = await begin({ seed: session.seed });
    const other = await draw(again.id, 24);
    expect(idsOf(other)).toEqual(idsOf({ data }));
    expect(other.data.map((q: Json) => q.choices)).not.toEqual(data.map((q: Json) => q.choices));
  });

  it('keeps quotas, in an order of its own', async () => {
    const quotas = [
      { category: 'Science', min: 3, max: 3 },
      { topic_focus: 'rivers', max: 1 },
      { difficulty: [2], min: 2 },
    ];
    for (const seed of ['a', 'b', 'c']) {
      const { id } = await begin({ quotas, length: 9, seed });
      const { data, remaining } = await draw(id, 50);
      const count = (isOne: (q: Json) => boolean) => data.filter(isOne).length;
      expect([data.length, remaining]).toEqual([9, 0]);
      expect(count((q) => q.category === 'Science')).toBe(3);
      expect(count((q) => q.topic_focus === 'Rivers')).toBeLessThanOrEqual(1);
      expect(count((q) => q.difficulty === 2)).toBeGreaterThanOrEqual(2);
      const twice = await begin({ quotas, length: 9, seed });
      const parts = [await draw(twice.id, 4), await draw(twice.id, 4), await draw(twice.id, 4)];
      expect(parts.flatMap(idsOf)).toEqual(idsOf({ data }));
    }
    const scarce = await begin({ quotas: [{ topic_focus: 'Rivers', min: 20 }], length: 22 });
    const { data } = await draw(scarce.id, 50);
    expect(data).toHaveLength(22);
    expect(data.filter((q: Json) => q.topic_focus === 'Rivers')).toHaveLength(6);
  });

  it('may be on nothing at all', async () => {
    const { status, body } = await rest('POST', '/quiz-sessions', {
      criteria: { topic_focus: 'Nothing like that' },
    });
    expect([status, body.remaining]).toEqual([201, 0]);
    expect(await draw(body.id)).toEqual({ data: [], remaining: 0 });
  });

  it('refuses what contradicts, all at once', async () => {
    const { status, body } = await rest('POST', '/quiz-sessions', {
      length: 4,
      seed: '',
      expires_in: 5,
      criteria: { search: 'x', category: 'Sport' },
      quotas: [{ category: 'Science', min: 3, max: 2 }, { min: 2 }, { topic_focus: 'Rivers' }],
    });
    expect(status).toBe(422);
    expect(body.errors.map((each: Json) => [each.pointer, each.code])).toEqual([
      ['/criteria/search', 'unknown_field'],
      ['/criteria/category/0', 'unknown_value'],
      ['/seed', 'too_short'],
      ['/expires_in', 'out_of_range'],
      ['/quotas/0/max', 'contradiction'],
      ['/quotas/1', 'required'],
      ['/quotas/2', 'required'],
      ['/quotas', 'contradiction'],
    ]);
    const { id } = await begin();
    for (const count of [0, 51, 1.5, '1']) {
      expect((await rest('POST', `/quiz-sessions/${id}/next`, { count })).status).toBe(422);
    }
  });
});

describe('an answer', () => {
  it('is checked by choice or by text, counted and stored', async () => {
    const { id } = await begin({ seed: 'answers' });
    const { data } = await draw(id, 3);
    const [first, second, third] = data;
    const right = await answer(id, {
      question_id: first.id,
      answer: keys.get(first.id),
      time_ms: 1200,
    });
    expect(right).toMatchObject({
      status: 200,
      body: { correct: true, accepted_as: 'exact', score: 1, answered: 1 },
    });
    const wrong = await answer(id, { question_id: second.id, answer: 'None', time_ms: 300 });
    expect(wrong.body).toEqual({
      correct: false,
      correct_answer: keys.get(second.id),
      score: 1,
      answered: 2,
    });
    const text = `the ${keys.get(third.id)?.toUpperCase()}!`;
    const { body } = await answer(id, { question_id: third.id, answer: text });
    expect(body).toMatchObject({ correct: true, accepted_as: 'form', score: 2, answered: 3 });
    const { body: session } = await rest('GET', `/quiz-sessions/${id}`);
    expect(session).toMatchObject({ score: 2, answered: 3, unanswered: [] });
    expect(session.time_ms).toBeGreaterThanOrEqual(1500);
    const stored = await app.database.prisma.response.findMany({
      where: { sessionId: id },
      orderBy: { id: 'asc' },
    });
    expect(stored.map(({ score, timeMs }) => [score, timeMs]).slice(0, 2)).toEqual([
      [1, 1200],
      [0, 300],
    ]);
    expect(stored[0]?.option ?? stored[0]?.answer).toBe(keys.get(first.id));
    expect(stored[1]).toMatchObject({ option: null, answer: 'None', version: 1 });
  });

  it('is given once, to a question that was drawn, in a possible time', async () => {
    const { id } = await begin();
    const { data } = await draw(id);
    const [{ id: questionId }] = data;
    const other = [...keys.keys()].find((each) => each !== questionId);
    for (const [body, pointer] of [
      [{ question_id: other, answer: 'x' }, '/question_id'],
      [{ question_id: 'nonsense', answer: 'x' }, '/question_id'],
      [{ question_id: questionId, answer: '' }, '/answer'],
      [{ question_id: questionId, answer: 'x'.repeat(1001) }, '/answer'],
      [{ question_id: questionId, answer: 'x', time_ms: -1 }, '/time_ms'],
      [{ question_id: questionId, answer: 'x', time_ms: 86_400_001 }, '/time_ms'],
      [{ question_id: questionId, answer: 'x', time_ms: 1e300 }, '/time_ms'],
    ] as const) {
      const refused = await answer(id, body);
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, pointer]);
    }
    const given = { question_id: questionId, answer: 'x' };
    const all = await Promise.all(Array.from({ length: 8 }, () => answer(id, given)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    const twice = await answer(id, { ...given, answer: keys.get(questionId) });
    expect(JSON.stringify(twice.body)).not.toContain(keys.get(questionId));
    expect((await rest('GET', `/quiz-sessions/${id}`)).body.answered).toBe(1);
    expect(await app.database.prisma.response.count({ where: { sessionId: id } })).toBe(1);
  });

  it('counts the time since the draw, never less than nothing', async () => {
    const { id } = await begin();
    const { data } = await draw(id);
    // As if the clock of the database had been set back since.
    await app.database.prisma.quizDraw.updateMany({
      where: { sessionId: id },
      data: { drawnAt: new Date('2099-01-01') },
    });
    expect((await answer(id, { question_id: data[0].id, answer: 'x' })).status).toBe(200);
    expect((await rest('GET', `/quiz-sessions/${id}`)).body.time_ms).toBe(0);
  });

  it('is checked by the version that was drawn, also of a deleted question', async () => {
    const { body: question } = await rest('POST', '/questions', {
      ...makeQuestion({ correct_answer: 'Old key', topic_focus: 'Pinned' }),
      accepted_answers: ['Former key'],
    });
    const begun = await begin({ criteria: { topic_focus: 'Pinned' } });
    const { data } = await draw(begun.id);
    await rest('PATCH', `/questions/${question.id}`, {
      correct_answer: 'New key',
      question_text: 'Changed?',
    });
    await rest('DELETE', `/questions/${question.id}`);
    const { body: session } = await rest('GET', `/quiz-sessions/${begun.id}`);
    expect(session.unanswered).toEqual(data);
    const { body } = await answer(begun.id, { question_id: question.id, answer: 'former key' });
    expect(body).toMatchObject({ correct: true, accepted_as: 'alias', correct_answer: 'Old key' });
  });
});

describe('the owner of a session', () => {
  it('is its account, or who knows its id', async () => {
    const { access_token } = await logIn(service, admin);
    const player = await makeAccount(service, access_token, 'player');
    const mine = bearer((await logIn(service, player)).access_token);
    const { body } = await rest('POST', '/quiz-sessions', {}, mine);
    const path = `/quiz-sessions/${body.id}`;
    expect((await rest('GET', path, undefined, mine)).status).toBe(200);
    for (const headers of [{}, bearer(access_token)]) {
      expect((await rest('GET', path, undefined, headers)).status).toBe(404);
      expect((await rest('POST', `${path}/next`, {}, headers)).status).toBe(404);
      const given = { question_id: [...keys.keys()][0], answer: 'x' };
      expect((await rest('POST', `${path}/answers`, given, headers)).status).toBe(404);
    }
    const anonymous = await begin();
    expect((await rest('GET', `/quiz-sessions/${anonymous.id}`, undefined, mine)).status).toBe(200);
    expect((await rest('GET', '/quiz-sessions/nonsense')).status).toBe(404);
  });

  it('is not told by a remembered response', async () => {
    const headers = { 'idempotency-key': 'quiz-1' };
    const first = await rest('POST', '/quiz-sessions', {}, headers);
    expect(first.status).toBe(201);
    expect((await rest('POST', '/quiz-sessions', {}, headers)).status).toBe(409);
    const next = `/quiz-sessions/${first.body.id}/next`;
    const drawn = await rest('POST', next, { count: 2 }, { 'idempotency-key': 'quiz-2' });
    const again = await rest('POST', next, { count: 2 }, { 'idempotency-key': 'quiz-2' });
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', drawn.body]);
    expect((await draw(first.body.id)).remaining).toBe(first.body.remaining - 3);
  });
});

it('an address has so many sessions at most, until they expire', async () => {
  const begun = (lifetime: string) =>
    app.database.pool.query(
      `INSERT INTO quiz_sessions
         (id, seed, criteria, quotas, length, available, created_at, expires_at, begun_by)
       SELECT gen_random_uuid(), 's', '{}', '[]', 1, 1, now(), now() + $1::interval, begun_by
       FROM generate_series(1, 10000), (SELECT begun_by FROM quiz_sessions WHERE account_id IS NULL LIMIT 1) AS mine`,
      [lifetime],
    );
  await begun('-1 hour');
  expect((await rest('POST', '/quiz-sessions')).status).toBe(201);
  await begun('1 hour');
  const { status, body } = await rest('POST', '/quiz-sessions');
  expect([status, body.code]).toEqual([409, 'CONFLICT']);
  expect(body.detail).toContain('at most 10,000 quiz sessions');
  // Another one has its own.
  const headers = bearer((await logIn(service, admin)).access_token);
  expect((await rest('POST', '/quiz-sessions', {}, headers)).status).toBe(201);
  await app.database.pool.query('DELETE FROM quiz_sessions WHERE length = 1');
});

it('an expired session is gone, and deleted by the sweep', async () => {
  const { id } = await begin();
  await draw(id);
  const { prisma } = app.database;
  await prisma.quizSession.update({ where: { id }, data: { expiresAt: new Date(0) } });
  const path = `/quiz-sessions/${id}`;
  expect((await rest('GET', path)).status).toBe(410);
  expect((await rest('POST', `${path}/next`, {})).status).toBe(410);
  const { deleteExpiredSessions } = await import('../../src/db/quiz-sessions.ts');
  await deleteExpiredSessions(app.database, 1);
  expect((await rest('GET', path)).status).toBe(404);
  expect(await prisma.quizDraw.count({ where: { sessionId: id } })).toBe(0);
});

it('GraphQL does the same', async () => {
  const { body } = await graphql(
    `mutation { createQuizSession(input: { criteria: { category: SCIENCE, difficulty: null }, quotas: [{ difficulty: BASIC, max: 1 }] }) { id remaining } }`,
  );
  const { id } = body.data.createQuizSession;
  const { body: drawn } = await graphql(
    `mutation ($id: ID!) { drawQuestions(sessionId: $id) { remaining questions { id category difficulty } } }`,
    { id },
  );
  const [question] = drawn.data.drawQuestions.questions;
  expect(question.category).toBe('SCIENCE');
  const { body: answered } = await graphql(
    `mutation ($id: ID!, $input: QuizAnswerInput!) { submitAnswer(sessionId: $id, input: $input) { correct acceptedAs score } }`,
    { id, input: { questionId: question.id, answer: keys.get(question.id) } },
  );
  expect(answered.data.submitAnswer).toEqual({ correct: true, acceptedAs: 'EXACT', score: 1 });
});

describe('many players', () => {
  it('in one session, on two nodes, never get the same question', async () => {
    const other = await createTestApp({ env: { DATABASE_URL: app.database.url } });
    const crowd = Array.from({ length: 100 }, () => makeQuestion({ topic_focus: 'Crowd' }));
    const { body: added } = await rest('POST', '/questions', crowd);
    const { id } = await begin({ criteria: { topic_focus: 'Crowd' }, seed: 'crowd' });
    const nodes = [service, other];
    const draws = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        nodes[n % 2]?.rest('POST', `/quiz-sessions/${id}/next`, { count: 2 }),
      ),
    );
    expect(draws.map((each) => each?.status)).toEqual(Array(50).fill(200));
    const drawn = draws.flatMap((each) => idsOf(each?.body));
    expect([drawn.length, new Set(drawn).size]).toEqual([100, 100]);
    expect(await draw(id)).toEqual({ data: [], remaining: 0 });
    const key = new Map(added.data.map((q: Json) => [q.id, q.correct_answer]));
    const answers = await Promise.all(
      drawn.map((question_id, n) =>
        nodes[n % 2]?.rest('POST', `/quiz-sessions/${id}/answers`, {
          question_id,
          answer: key.get(question_id),
        }),
      ),
    );
    expect(answers.map((each) => each?.status)).toEqual(Array(100).fill(200));
    // Another process shows the same session, with the choices in the same order.
    const { body: session } = await other.rest('GET', `/quiz-sessions/${id}`);
    expect(session).toMatchObject({ score: 100, answered: 100, remaining: 0 });
    const again = await begin({ criteria: { topic_focus: 'Crowd' }, length: 5 });
    const { data } = await draw(again.id, 5);
    const { body: shown } = await other.rest('GET', `/quiz-sessions/${again.id}`);
    expect(shown.unanswered).toEqual(data);
  });
});

describe('quotas', () => {
  const kind = fc.oneof(
    fc.record({ category: fc.constantFrom('Science', 'Geography', 'Literature') }),
    fc.record({ difficulty: fc.subarray([0, 1, 2], { minLength: 1 }) }),
    fc.record({ topic_focus: fc.constantFrom('Rivers', 'rivers') }),
  );
  const bound = fc.nat({ max: 6 });
  const quota = fc
    .tuple(kind, bound, fc.option(bound))
    .map(([each, min, more]) => ({ ...each, min, ...(more !== null && { max: min + more }) }));
  const isOf = (question: Json, { category, difficulty, topic_focus }: Json) =>
    (category === undefined || question.category === category) &&
    (difficulty === undefined || difficulty.includes(question.difficulty)) &&
    (topic_focus === undefined || question.topic_focus === 'Rivers');

  it('of any kind are kept, and draws do not depend on how many are drawn at a time', async () => {
    const property = fc.asyncProperty(
      fc.array(quota, { maxLength: 3 }),
      fc.nat({ max: 10 }),
      fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom(...'abc') }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      async (quotas, more, seed, counts) => {
        const least = quotas.reduce((sum, { min }) => sum + min, 0);
        const given = { quotas, length: Math.max(1, least + more), seed };
        const { id, remaining } = await begin(given);
        const { data } = await draw(id, 50);
        expect(data.length).toBeLessThanOrEqual(remaining);
        expect(new Set(idsOf({ data })).size).toBe(data.length);
        for (const each of quotas) {
          const count = data.filter((question: Json) => isOf(question, each)).length;
          expect(count).toBeLessThanOrEqual('max' in each ? Number(each.max) : data.length);
          // As many as there are, unless another quota is full of them.
          const all = created.data.filter((question: Json) => isOf(question, each)).length;
          const isLimited = quotas.some((other) => 'max' in other);
          if (!isLimited) expect(count).toBeGreaterThanOrEqual(Math.min(each.min, all));
        }
        const other = await begin(given);
        const parts: Json[] = [];
        for (const count of counts) parts.push(...idsOf(await draw(other.id, count)));
        expect(parts).toEqual(idsOf({ data }).slice(0, parts.length));
      },
    );
    await fc.assert(property, runs(12));
  });
});
