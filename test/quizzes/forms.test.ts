import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json, type TestApp } from '../support/app.ts';

let service: TestApp;
let ids: string[];

const wait = { Prefer: 'wait=30' };
const assemble = (body: object) => service.rest('POST', '/forms', body, wait);

beforeAll(async () => {
  service = await createTestApp({ env: { WORKERS: '1' } });
  const questions = Array.from({ length: 12 }, (_, at) => ({
    question_text: `Is <b>number ${at}</b> *prime*?`,
    correct_answer: `"Yes" & ${at}`,
    incorrect_answers: ['No', `Perhaps <i>${at}</i>`],
    category: at < 6 ? 'Science' : 'Geography',
    difficulty: at % 3,
    topic_focus: at % 2 === 0 ? 'Primes' : null,
  }));
  const { body } = await service.rest('POST', '/questions', questions);
  ids = body.data.map(({ id }: Json) => id);
});

it('assembles parallel forms that meet every constraint, again and again the same', async () => {
  const request = {
    forms: 2,
    length: 4,
    quotas: [
      { category: 'science', min: 2, max: 2 },
      { difficulty: 2, max: 1 },
    ],
    max_per_topic: 2,
    enemies: [[ids[0], ids[1]]],
    seed: 'again',
  };
  const [first, second] = [await assemble(request), await assemble(request)];
  expect(first.body).toMatchObject({ status: 'OPTIMAL', gap: 0, conflicts: [], seed: 'again' });
  expect([first.status, first.headers.get('location')]).toEqual([201, `/forms/${first.body.id}`]);
  expect(second.body.forms).toEqual(first.body.forms);
  const { body } = await service.rest('GET', `/forms/${first.body.id}`);
  const used = body.forms.flatMap(({ questions }: Json) => questions.map(({ id }: Json) => id));
  expect(new Set(used).size).toBe(8);
  for (const { questions } of body.forms) {
    expect(questions.filter(({ category }: Json) => category === 'Science')).toHaveLength(2);
    expect(questions.filter(({ difficulty }: Json) => difficulty === 2).length).toBeLessThan(2);
    expect(questions.filter((each: Json) => each.topic_focus).length).toBeLessThan(3);
    expect(questions.filter(({ id }: Json) => ids.slice(0, 2).includes(id)).length).toBeLessThan(2);
  }
});

it('names what contradicts itself', async () => {
  const { status, body } = await assemble({
    length: 5,
    quotas: [{ category: 'Astronomy', difficulty: 2, min: 12, max: 12 }],
  });
  expect([status, body.status, body.forms]).toEqual([201, 'INFEASIBLE', []]);
  expect(body).toMatchObject({ irreducible: true, objective: null, candidate_count: 12 });
  expect(body.conflicts).toEqual([
    'A form needs exactly 12 advanced Astronomy questions; none match.',
  ]);
  expect(body.conflict_pointers).toEqual(['/quotas/0']);
  const { body: apart } = await assemble({ forms: 3, length: 5 });
  expect(apart.conflicts).toEqual([
    'A form needs 5 questions; 12 match the criteria.',
    'Any two of the 3 forms share no question.',
  ]);
  expect(apart.conflict_pointers).toEqual(['/length', '/overlap']);
});

it('uses the questions that were used least', async () => {
  const criteria = { topic_focus: ['Least used'] };
  const added = Array.from({ length: 9 }, (_, at) => ({
    question_text: `How often was number ${at} used?`,
    correct_answer: 'Seldom',
    category: 'Mathematics',
    difficulty: 1,
    topic_focus: criteria.topic_focus[0],
  }));
  const { body } = await service.rest('POST', '/questions', added);
  const bank: string[] = body.data.map(({ id }: Json) => id);
  // By responses as well as by forms.
  const respond = bank.slice(0, 3).map((id) => ({ question_id: id, score: 1 }));
  expect((await service.rest('POST', '/responses', respond)).status).toBe(201);
  const pick = async () => {
    const { body: form } = await assemble({ length: 3, criteria, objective: 'least_exposure' });
    return { ids: form.forms[0].questions.map(({ id }: Json) => id), uses: form.objective };
  };
  const [first, second] = [await pick(), await pick()];
  expect([...first.ids, ...second.ids].sort()).toEqual(bank.slice(3).sort());
  expect([first.uses, second.uses]).toEqual([0, 0]);
});

it('keeps duplicates apart', async () => {
  const text = 'Twice the same?';
  const twin = { question_text: text, correct_answer: 'a', category: 'Literature', difficulty: 0 };
  const twins = [twin, { ...twin, question_text: text.toUpperCase() }];
  const { body: added } = await service.rest('POST', '/questions', twins);
  const request = { length: 2, criteria: { category: ['Literature'] } };
  expect((await assemble(request)).body.status).toBe('OPTIMAL');
  const { body } = await assemble({ ...request, avoid_duplicates: true });
  expect(body.conflicts).toEqual([
    'A form needs 2 questions; 2 match the criteria.',
    'Duplicates may not appear together (1 pair).',
  ]);
  const [first, second] = added.data.map(({ id }: Json) => id);
  const enemies = [
    [ids[0], first],
    [first, second],
  ];
  const { body: apart } = await assemble({ ...request, enemies });
  expect(apart.conflict_pointers).toEqual(['/length', '/enemies/1']);
});

it('keeps apart what the newest analysis of duplicates has found', async () => {
  const twin = { correct_answer: 'Saturn', category: 'Astronomy', difficulty: 0 };
  const twins = [
    'Which planet in the Solar System has the most moons?',
    'Which planet has the most moons in the Solar System?',
    'Which planet is the second largest of the Solar System?',
  ].map((question_text) => ({ ...twin, question_text }));
  const { body: added } = await service.rest('POST', '/questions', twins);
  const [one, other] = added.data.map(({ id }: Json) => id);
  const request = {
    length: 2,
    criteria: { category: ['Astronomy'] },
    avoid_duplicates: true,
    enemies: [[other, added.data[2].id]],
  };
  const { body: run } = await service.rest(
    'POST',
    '/analysis/run',
    { analysis_type: 'duplicates', question_ids: added.data.map(({ id }: Json) => id) },
    wait,
  );
  expect(run.result.pairs.map(({ a, b }: Json) => [a, b].sort())).toEqual([[one, other].sort()]);
  const { body: form } = await assemble(request);
  expect(form.forms[0].questions.map(({ id }: Json) => id).sort()).toEqual(
    [one, added.data[2].id].sort(),
  );
});

it('targets information by the item parameters of a run', async () => {
  const analysisId = randomUUID();
  const parameters = { model: '2pl' };
  const { prisma } = service.app.database;
  await prisma.analysis.create({
    data: {
      id: analysisId,
      analysisType: 'item_statistics',
      engineVersion: 1,
      status: 'SUCCEEDED',
      parameters,
      questionCount: 4,
      createdBy: 'anonymous',
      createdAt: new Date(),
      items: {
        create: [0.5, 1, 1.5, 2].map((a, position) => ({
          position,
          item: { question_id: ids[position], a, b: 0 },
        })),
      },
    },
  });
  const targets = [{ ability: 0, information: (1.5 ** 2 + 0.5 ** 2) / 4 }];
  const objective = { kind: 'information', targets };
  const { body } = await assemble({ length: 2, objective });
  expect(body).toMatchObject({ status: 'OPTIMAL', analysis_id: analysisId, candidate_count: 4 });
  expect(body.objective).toBeLessThan(0.01);
  expect(body.forms[0].questions.map(({ id }: Json) => id).sort()).toEqual([ids[0], ids[2]].sort());
  const most = { kind: 'information', targets: [{ ability: 0 }], analysis_id: analysisId };
  const { body: best } = await assemble({ length: 2, objective: most });
  expect(best.objective).toBeCloseTo((1.5 ** 2 + 2 ** 2) / 4, 6);
});

describe('a form', () => {
  let form: Json;

  beforeAll(async () => {
    const criteria = { category: ['Science', 'Geography'] };
    form = (await assemble({ name: 'Mid-term <1>', forms: 2, length: 3, criteria, seed: 'x' }))
      .body;
  });

  const read = (query: string, headers = {}) =>
    service.rest('GET', `/forms/${form.id}${query}`, undefined, headers);

  it('never changes', async () => {
    const before = await read('?key=true');
    const [{ id }] = form.forms[0].questions;
    await service.rest('PATCH', `/questions/${id}`, { question_text: 'Changed?' });
    await service.rest('DELETE', `/questions/${form.forms[1].questions[0].id}`);
    const after = await read('?key=true');
    expect(after.body).toEqual(before.body);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    const sql = 'UPDATE form_questions SET version = 2';
    await expect(service.app.database.prisma.$executeRawUnsafe(sql)).rejects.toThrow(
      'never changed',
    );
  });

  it('has no answers without the key, in no order that reveals them', async () => {
    const { body } = await read('');
    const { body: keyed } = await read('?key=true');
    const places = new Set<number>();
    for (const [at, { questions }] of body.forms.entries()) {
      for (const [index, question] of questions.entries()) {
        const { correct_answer: answer, ...rest } = keyed.forms[at].questions[index];
        expect(question).toEqual({ ...rest, correct_answer: null });
        places.add(rest.choices.indexOf(answer));
      }
    }
    expect(places.size).toBeGreaterThan(1);
  });

  it('shows answers to nobody who may not read questions', async () => {
    const { access_token } = await logIn(service);
    const { body } = await service.rest(
      'POST',
      '/auth/keys',
      { name: 'printer', scopes: ['quizzes:read'] },
      bearer(access_token),
    );
    const headers = bearer(body.key);
    for (const query of ['?key=true', '?format=md&key=true', '?format=gift', '?format=qti']) {
      const answer = await read(query, headers);
      expect([query, answer.status, answer.body.code]).toEqual([query, 403, 'FORBIDDEN']);
    }
    const plain = await read('', headers);
    expect([plain.status, plain.body.forms[0].questions[0].correct_answer]).toEqual([200, null]);
    const { body: asked } = await service.graphql(
      'query ($id: ID!) { form(id: $id, key: true) { forms { questions { correctAnswer } } } }',
      { id: form.id },
      headers,
    );
    expect(asked.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('is Markdown and HTML to print, with and without the key', async () => {
    const markdown = await read('?format=md');
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(markdown.body).toContain('# Mid-term \\<1\\>\n\n## Form 1\n\n1. Is \\<b\\>number ');
    expect(markdown.body).not.toContain('Answer key');
    expect((await read('?format=md&key=true')).body).toMatch(
      /## Answer key[\s\S]*1\. [ABC]\) "Yes" /,
    );
    const page = await read('?format=html&key=true&number=2');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(page.body).toContain('<h1>Mid-term &lt;1&gt;</h1>');
    expect(page.body).toContain('<h2>Answer key: Form 2</h2>');
    expect(page.body).not.toMatch(/<b>|<i>|<script|Form 1</);
    expect((await read('?format=html')).body).not.toContain('Answer key');
  });

  it('is GIFT and QTI for other programs', async () => {
    const gift = await read('?format=gift');
    expect(gift.headers.get('content-disposition')).toBe(
      `attachment; filename="form-${form.id}.gift"`,
    );
    expect(gift.body.match(/\[id:/g)).toHaveLength(6);
    const qti = await read('?format=qti');
    expect([qti.status, qti.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const { body } = await service.graphql(
      'query ($id: ID!) { form(id: $id, key: true) { rendering(format: GIFT) } }',
      { id: form.id },
    );
    expect(body.data.form.rendering).toBe(gift.body);
  });

  it('answers 400 to a number that it does not have', async () => {
    const { status, body } = await read('?format=md&number=3');
    expect([status, body.errors[0].parameter]).toEqual([400, 'number']);
  });
});

it('reports all that is wrong with a request at once, and stores nothing', async () => {
  const before = (await service.rest('GET', '/forms')).body.page.total;
  const unknown = randomUUID();
  const { status, body } = await assemble({
    forms: 20,
    length: 10_000,
    quotas: [{ category: 'Science', min: 3, max: 2 }, { min: -1 }, { topic: 'x', source: 'a' }],
    enemies: [[ids[0], ids[0]], [ids[1]]],
    overlap: -1,
    max_per_topic: 0,
    objective: { kind: 'best' },
  });
  expect(status).toBe(422);
  expect(body.errors.map(({ pointer }: Json) => pointer).sort()).toEqual([
    '/enemies/0',
    '/enemies/1',
    '/length',
    '/max_per_topic',
    '/objective/kind',
    '/overlap',
    '/quotas/0/min',
    '/quotas/1',
    '/quotas/1/min',
    '/quotas/2',
    '/quotas/2/topic',
  ]);
  const { body: existing } = await service.rest('GET', '/questions?limit=1');
  const references = await assemble({
    length: 1,
    enemies: [[existing.data[0].id, unknown]],
    objective: { kind: 'information', targets: [{ ability: 0 }], analysis_id: unknown },
  });
  expect(references.status).toBe(422);
  expect(references.body.errors.map(({ pointer }: Json) => pointer)).toEqual([
    '/enemies/0/1',
    '/objective/analysis_id',
  ]);
  expect((await service.rest('GET', '/forms')).body.page.total).toBe(before);
});

it('answers 202 when the forms take longer than the wait', async () => {
  const { status, headers, body } = await service.rest(
    'POST',
    '/forms',
    { length: 1 },
    {
      Prefer: 'wait=0',
    },
  );
  // A worker may have taken it already.
  expect([status, body.status]).toEqual([202, expect.stringMatching(/^(QUEUED|RUNNING)$/)]);
  expect(headers.get('location')).toBe(`/forms/${body.id}`);
});
