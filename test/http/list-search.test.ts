import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql } = await createTestApp();

beforeAll(async () => {
  for (const question_text of [
    'Which planet is red?',
    'Which moon is large?',
    'Which star is red?',
  ])
    await rest('POST', '/questions', makeQuestion({ question_text, correct_answer: 'x' }));
});

describe('a search that only excludes words', () => {
  const searches = ['-planet', '-planet -moon', 'moon or -planet', 'the -planet', '-"red planet"'];

  it.each(searches)('is refused, as it would read every question: %s', async (search) => {
    const { status, body } = await rest('GET', `/questions?search=${encodeURIComponent(search)}`);
    expect([status, body.errors[0].parameter, body.errors[0].code]).toEqual([
      400,
      'search',
      'unbounded',
    ]);
    const query = 'query ($f: QuestionFilter) { questions(filter: $f) { totalCount } }';
    const answer = await graphql(query, { f: { search } });
    expect(answer.body.errors[0].extensions).toMatchObject({
      code: 'BAD_REQUEST',
      errors: [{ pointer: '/filter/search' }],
    });
    const run = await rest('POST', '/analysis/run', {
      analysis_type: 'quality',
      selection: { search },
    });
    expect([run.status, run.body.errors[0].pointer]).toEqual([422, '/selection/search']);
  });

  it.each([
    ['red -planet', ['Which star is red?']],
    ['-planet moon', ['Which moon is large?']],
    ['red-planet', []],
    ['-', []],
  ])('is taken with a word to find: %s', async (search, found) => {
    const { status, body } = await rest('GET', `/questions?search=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    if (found.length > 0)
      expect(body.data.map((question: Json) => question.question_text)).toEqual(found);
  });
});
