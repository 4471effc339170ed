import { expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { app } = await createTestApp();

/** CPU milliseconds that another request would wait for at most; 200 once the code is compiled. */
const maxTurn = 400;

/** The longest turn of the event loop while a request is served, in CPU milliseconds. */
async function longestTurn(path: string, body: object): Promise<number> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  let longest = 0;
  let isDone = false;
  let before = process.cpuUsage();
  const turn = () => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.cpuUsage();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const response = await app.fetch(`http://localhost:4000${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=0' },
    body: bytes,
  });
  await response.arrayBuffer();
  isDone = true;
  expect([200, 201, 202]).toContain(response.status);
  return longest;
}

async function afterWarmUp(path: string, small: object, large: object): Promise<number> {
  for (let round = 0; round < 3; round += 1) await longestTurn(path, small);
  return longestTurn(path, large);
}

const questions = Array.from({ length: 1000 }, (_, n) =>
  makeQuestion({
    question_text: `Question ${n}?`,
    incorrect_answers: Array.from({ length: 9 }, (_, m) => `${m} ${'x'.repeat(990)}`),
  }),
);

it('serves other requests while it creates questions from 9 MB', async () => {
  expect(await afterWarmUp('/questions', questions.slice(0, 200), questions)).toBeLessThan(maxTurn);
  const query = 'mutation ($input: [QuestionInput!]!) { createQuestions(input: $input) { id } }';
  const input = questions.map(({ question_text, correct_answer, incorrect_answers }: Json) => ({
    questionText: question_text,
    correctAnswer: correct_answer,
    incorrectAnswers: incorrect_answers,
    category: 'SCIENCE',
    difficulty: 'BASIC',
  }));
  const turn = await afterWarmUp(
    '/graphql',
    { query, variables: { input: input.slice(0, 200) } },
    { query, variables: { input } },
  );
  expect(turn).toBeLessThan(maxTurn);
});

it('serves other requests while it takes 500,000 responses', async () => {
  const runOf = (respondents: number) => ({
    analysis_type: 'item_statistics',
    parameters: {
      responses: {
        question_ids: Array.from({ length: 500 }, (_, n) => `q${n}`),
        scores: Array.from({ length: respondents }, () => Array(500).fill(1)),
      },
    },
  });
  expect(await afterWarmUp('/analysis/run', runOf(100), runOf(1000))).toBeLessThan(maxTurn);
});
