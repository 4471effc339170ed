import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';

const { rest, graphql, app } = await createTestApp();

const saturn = {
  question_text: 'Which planet has the most moons in the Solar System?',
  correct_answer: 'Saturn',
  incorrect_answers: ['Jupiter', 'Uranus', 'Neptune'],
  category: 'Astronomy',
  difficulty: 1,
};
const stored = (await rest('POST', '/questions', saturn)).body;

async function advise(draft: Json): Promise<Json[]> {
  const { status, body } = await rest('POST', '/questions/advice', draft);
  expect([status, body.data === undefined]).toEqual([200, false]);
  return body.data;
}

const rulesOf = (advice: Json[], kind: string) =>
  advice.filter((each) => each.kind === kind).map(({ rule }) => rule);

describe('advice on a new question', () => {
  it('has nothing to say about a good one', async () => {
    const good = {
      ...saturn,
      question_text: 'Which gas makes up most of the air on Earth?',
      correct_answer: 'Nitrogen',
      incorrect_answers: ['Argon', 'Helium', 'Oxygen'],
    };
    // The word lists may take a while to load on a busy machine.
    await expect.poll(() => advise(good)).toEqual([]);
  });

  it.each([
    ['exact', saturn.question_text.toLowerCase(), 'saturn'],
    ['near', 'Which planet in our Solar System has the most moons?', 'Saturn'],
    ['answer_conflict', 'Which planet in the Solar System has the most moons?', 'Jupiter'],
  ])('finds a stored question that is related to it: %s', async (rule, text, answer) => {
    const [found, ...others] = await advise({
      ...saturn,
      question_text: text,
      correct_answer: answer,
      incorrect_answers: ['Mars'],
    });
    expect(others.filter(({ kind }) => kind === 'duplicate')).toEqual([]);
    expect(found).toMatchObject({
      kind: 'duplicate',
      rule,
      severity: 'warning',
      question_id: stored.id,
      message: expect.stringContaining(saturn.question_text),
    });
  });

  it('finds it before an answer is given, and says what is missing', async () => {
    const advice = await advise({ question_text: saturn.question_text });
    expect(rulesOf(advice, 'duplicate')).toEqual(['exact']);
    const missing = advice.filter(({ rule }) => rule === 'required').map(({ field }) => field);
    expect(missing).toEqual(['correct_answer', 'category', 'difficulty']);
  });

  it('does not take another question from the same template for a duplicate', async () => {
    const smallest = {
      ...saturn,
      question_text: 'Which planet has the fewest moons in the Solar System?',
    };
    expect(rulesOf(await advise(smallest), 'duplicate')).toEqual([]);
  });

  it('finds what was written by plain SQL, and nothing that was deleted', async () => {
    const text = 'Which metal is liquid at room temperature?';
    const draft = { ...saturn, question_text: text, correct_answer: 'Mercury' };
    await app.database.pool.query(
      `INSERT INTO questions (id, question_text, correct_answer, category, difficulty)
       VALUES (gen_random_uuid(), 'What metal is liquid at room temperature?', 'mercury', 'Science', 0)`,
    );
    expect(rulesOf(await advise(draft), 'duplicate')).toEqual(['near']);
    await app.database.pool.query(`DELETE FROM questions WHERE correct_answer = 'mercury'`);
    expect(rulesOf(await advise(draft), 'duplicate')).toEqual([]);
  });

  it('lists every broken rule as advice, whatever the types of the values are', async () => {
    const advice = await advise({
      question_text: 42,
      correct_answer: ' ',
      incorrect_answers: ['A', 'a'],
      category: 'Sport',
      difficulty: 'easy',
    });
    expect(advice.map(({ kind, rule, field, index }) => [kind, rule, field, index])).toEqual([
      ['invalid', 'wrong_type', 'question_text', undefined],
      ['invalid', 'too_short', 'correct_answer', undefined],
      ['invalid', 'unknown_value', 'category', undefined],
      ['invalid', 'wrong_type', 'difficulty', undefined],
      ['invalid', 'duplicate', 'incorrect_answers', 1],
    ]);
  });

  it('suggests values that can be saved as they are', async () => {
    const draft = {
      ...saturn,
      question_text:
        'Which gas do plants  absorb for photosynthesis during the day, acording to biology?',
      correct_answer: 'Carbon dioxide',
      incorrect_answers: ['Oxygen', 'Helium ', 'Nitrogen<br>'],
    };
    const advice = await advise(draft);
    const suggestions = advice.filter(({ suggestion }) => suggestion !== undefined);
    expect(suggestions.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['html_tag', 'misspelling']),
    );
    for (const { field, suggestion } of suggestions) {
      expect(typeof suggestion).toBe(field === 'incorrect_answers' ? 'object' : 'string');
      expect(rulesOf(await advise({ ...draft, [field]: suggestion }), 'invalid')).toEqual([]);
    }
    expect(suggestions.find(({ rule }) => rule === 'misspelling')).toMatchObject({
      field: 'question_text',
      why: expect.any(String),
      suggestion: expect.stringContaining('according'),
    });
  });
});

describe('advice on changes of a stored question', () => {
  it('checks the question as it would be, and does not compare it with itself', async () => {
    expect(await advise({ id: stored.id })).toEqual([]);
    const advice = await advise({ id: stored.id, correct_answer: 'jupiter' });
    expect(rulesOf(advice, 'duplicate')).toEqual([]);
    expect(rulesOf(advice, 'quality')).toEqual(['key_format']);
    expect(advice[0]).toMatchObject({
      kind: 'invalid',
      rule: 'equals_answer',
      field: 'incorrect_answers',
      index: 0,
    });
  });

  it('reports a source key that another question has', async () => {
    const key = { source: 'advice', external_id: '1' };
    const { body: other } = await rest('POST', '/questions', {
      ...saturn,
      question_text: 'How many sides has a hexagon?',
      correct_answer: '6',
      incorrect_answers: [],
      ...key,
    });
    expect(await advise({ id: stored.id, ...key })).toMatchObject([
      { kind: 'invalid', rule: 'taken', field: 'external_id' },
    ]);
    expect(rulesOf(await advise({ ...other }), 'invalid')).toEqual([]);
  });

  it('stores nothing', async () => {
    expect((await rest('GET', `/questions/${stored.id}`)).body).toEqual(stored);
  });
});

it('checks the texts that are there over both interfaces, beside those that break a rule', async () => {
  const expected = [
    ['invalid', 'too_short', 'correct_answer'],
    ['invalid', 'too_short', 'incorrect_answers'],
    ['invalid', 'equals_answer', 'incorrect_answers'],
    ['quality', 'stray_whitespace', 'question_text'],
    ['quality', 'doubled_word', 'question_text'],
  ];
  const question_text = 'What is the the capital of Peru ?';
  const draft = { ...saturn, question_text, correct_answer: '', incorrect_answers: ['Cusco', ''] };
  // The word lists may take a while to load on a busy machine.
  await expect
    .poll(async () => (await advise(draft)).map(({ kind, rule, field }) => [kind, rule, field]))
    .toEqual(expected);
  const { body } = await graphql(
    `query ($input: QuestionAdviceInput!) {
      questionAdvice(input: $input) { kindName rule fieldName }
    }`,
    {
      input: {
        questionText: question_text,
        correctAnswer: '',
        incorrectAnswers: ['Cusco', ''],
        category: 'ASTRONOMY',
        difficulty: 'BASIC',
      },
    },
  );
  expect(
    body.data.questionAdvice.map(({ kindName, rule, fieldName }: Json) => [
      kindName,
      rule,
      fieldName,
    ]),
  ).toEqual(expected);
});

it('takes the input of a mutation over GraphQL, and links the duplicate', async () => {
  const { body } = await graphql(
    `query ($input: QuestionAdviceInput!) {
      questionAdvice(input: $input) { kind rule field question { correctAnswer } }
      changed: questionAdvice(id: "${stored.id}", input: { topicFocus: "" }) { kind rule field }
    }`,
    {
      input: {
        questionText: saturn.question_text,
        correctAnswer: 'Jupiter',
        category: 'ASTRONOMY',
      },
    },
  );
  expect(body.errors).toBeUndefined();
  expect(body.data).toEqual({
    questionAdvice: expect.arrayContaining([
      { kind: 'INVALID', rule: 'required', field: 'DIFFICULTY', question: null },
      {
        kind: 'DUPLICATE',
        rule: 'answer_conflict',
        field: null,
        question: { correctAnswer: 'Saturn' },
      },
    ]),
    changed: [{ kind: 'INVALID', rule: 'too_short', field: 'TOPIC_FOCUS' }],
  });
});
