import { describe, expect, it } from 'vitest';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { lsat6Ids, lsat6Scores } from './lsat6.ts';
import { makeQuestion, runOn } from './questions.ts';
import { codesOf, lsat6Questions, repeat, restlessScores, runScores } from './score-table.ts';

describe('small and odd sets of responses', () => {
  it('are answered without responses by a warning', async () => {
    const result = await runOn(itemStatistics, [makeQuestion()], { items: 'all', model: 'rasch' });
    expect(codesOf(result)).toEqual(['no_responses', 'model_not_fitted']);
    expect(result.summary).toMatchObject({ evaluated: 1, answered: 0, judged: 0, score: null });
    expect(result.test).toMatchObject({ n: 0, mean: null, alpha: null });
    expect(result.items).toMatchObject([
      { n: 0, facility: null, suggested_difficulty: null, flagged: false },
    ]);
  });

  it.each(['none', 'rasch', 'rasch_unit', '1pl', '2pl'])(
    'hold one respondent (%s)',
    async (model) => {
      const result = await runScores([[1, 0, 1]], { model });
      expect(result.test).toMatchObject({ n: 1, mean: 2, sd: null, alpha: null });
      expect(
        result.items.map(({ facility, sd, item_rest_r, a }) => [facility, sd, item_rest_r, a]),
      ).toEqual([
        [1, null, null, null],
        [0, null, null, null],
        [1, null, null, null],
      ]);
      expect(codesOf(result)).toEqual([
        'too_few_responses',
        ...(model === 'none' ? [] : ['model_not_fitted']),
      ]);
    },
  );

  it.each([
    ['right', 1, 'too_easy', 0],
    ['wrong', 0, 'too_hard', 2],
  ])('hold nothing but %s answers', async (_what, score, flag, level) => {
    const result = await runScores(
      repeat(100, () => [score, score, score]),
      { model: '2pl' },
    );
    expect(codesOf(result)).toEqual(['no_variance', 'model_not_fitted']);
    expect(result.test).toMatchObject({
      mean: 3 * score,
      sd: 0,
      skewness: null,
      alpha: null,
      sem: null,
    });
    for (const item of result.items) {
      expect(item).toMatchObject({ facility: score, sd: 0, item_rest_r: null, upper_lower: 0 });
      expect(item.flags).toContain(flag);
      expect(item.suggested_difficulty).toBe(level);
    }
  });

  it('hold one question, which has nothing to be compared with', async () => {
    const result = await runScores(
      repeat(30, (at) => [at % 2]),
      { model: 'rasch_unit' },
    );
    expect(codesOf(result)).toEqual(['too_few_questions', 'small_sample']);
    expect(result.items).toMatchObject([
      { facility: 0.5, item_rest_r: null, alpha_if_deleted: null, b: 0 },
    ]);
  });

  it('hold a total that is the same for all', async () => {
    const result = await runScores(repeat(30, (at) => [at % 2, (at + 1) % 2]));
    expect(result.test).toMatchObject({ sd: 0, alpha: null });
    expect(
      result.items.map(({ item_rest_r, flags }) => [
        item_rest_r,
        flags.includes('negative_discrimination'),
      ]),
    ).toEqual([
      [-1, true],
      [-1, true],
    ]);
  });

  it('hold scores that are the same but for rounding', async () => {
    const result = await runScores(repeat(30, () => [0.1, 0.7, 0.3]));
    expect(result.items.map(({ sd, item_total_r }) => [sd, item_total_r])).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ]);
    expect(result.test.alpha).toBeNull();
  });

  it('name unknown questions and leave their responses out', async () => {
    const result = await runScores(
      repeat(30, (at) => [at % 2, 1, 0]),
      {},
      1,
    );
    expect(codesOf(result)).toEqual(['unknown_questions', 'too_few_questions']);
    expect(result.warnings[0]?.detail).toMatch(/^60 responses to 2 questions /);
    expect(result.test).toMatchObject({ n: 30, mean: 0.5 });
    const rows = [{ respondent: 'a', question_id: 'elsewhere', score: 1 }];
    const none = await runOn(itemStatistics, [makeQuestion()], { responses: rows });
    expect(codesOf(none)).toEqual(['no_responses', 'unknown_questions']);
  });

  it('count questions without responses, and no respondent without any', async () => {
    const result = await runScores(
      [...repeat(30, (at) => [at % 2, at % 3 && 1]), [null, null]],
      {},
      4,
    );
    expect(codesOf(result)).toEqual(['unanswered_questions']);
    expect(result.test.n).toBe(30);
    expect(result.summary).toMatchObject({
      evaluated: 4,
      answered: 2,
      judged: 2,
      missing_share: 0,
    });
  });

  it('give no alpha where two questions were never answered by the same people', async () => {
    const result = await runScores(
      repeat(60, (at) => (at % 2 ? [1, null, at % 3 && 1] : [null, at % 4 && 1, 0])),
    );
    expect(codesOf(result)).toContain('alpha_left_out');
    expect(result.test.alpha).toBeNull();
    expect(result.items.every(({ facility }) => facility !== null)).toBe(true);
  });

  it('give no alpha where gaps would make it too much work', async () => {
    const count = 45_001;
    const scores = [0, 1].map((gap) => repeat(count, (at) => (at === gap ? null : at % 2)));
    const result = await runScores(scores, { items: 'none' });
    const warning = result.warnings.find(({ code }) => code === 'alpha_left_out');
    expect(warning?.detail).toMatch(/too many responses, some of them missing\.$/);
    expect(result.test).toMatchObject({ n: 2, alpha: null });
  });

  it('may keep a model from settling, which is told', async () => {
    const result = await runScores(restlessScores, { model: '2pl' });
    expect(codesOf(result)).toContain('model_not_converged');
    expect(result.test.log_likelihood).toBeLessThan(0);
    const settled = await runScores(restlessScores, { model: 'rasch' });
    expect(codesOf(settled)).not.toContain('model_not_converged');
  });

  it('have partial scores rounded for a model, and say so', async () => {
    const scores = lsat6Scores.map((row) => row.map((score) => (score === 1 ? 0.5 : 0.49)));
    const question_ids = lsat6Ids;
    const parameters = { items: 'all', model: '1pl' };
    const partial = await runOn(itemStatistics, lsat6Questions, {
      ...parameters,
      responses: { question_ids, scores },
    });
    const whole = await runOn(itemStatistics, lsat6Questions, {
      ...parameters,
      responses: { question_ids, scores: lsat6Scores },
    });
    expect(codesOf(partial)).toEqual(['scores_rounded']);
    expect(partial.test.log_likelihood).toBe(whole.test.log_likelihood);
    expect(partial.test.mean).toBeLessThan(whole.test.mean ?? 0);
  });

  it('leave out of a model what everyone got right', async () => {
    const question_ids = [...lsat6Ids, '6'];
    const scores = lsat6Scores.map((row) => [...row, 1]);
    const questions = [...lsat6Questions, makeQuestion({ id: '6' })];
    const result = await runOn(itemStatistics, questions, {
      items: 'all',
      model: '1pl',
      responses: { question_ids, scores },
    });
    expect(codesOf(result)).toEqual(['no_variance', 'not_estimable']);
    expect(result.test.log_likelihood).toBeCloseTo(-2466.9376, 3);
    expect(result.items.find(({ question_id }) => question_id === '6')).toMatchObject({
      a: null,
      b: null,
      facility: 1,
    });
  });
});
