import { describe, expect, it } from 'vitest';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { lsat6Ids, lsat6Scores } from './lsat6.ts';
import { makeQuestion, runOn } from './questions.ts';
import { codesOf, idsOf, lsat6Questions, repeat, runScores } from './score-table.ts';

describe('flags', () => {
  /** 40 respondents of increasing ability; the last question is answered by the rule of the test. */
  const withLast = (last: (respondent: number) => number) =>
    repeat(40, (respondent) => [
      ...repeat(6, (at) => Number(respondent > 5 * at + 2)),
      last(respondent),
    ]);
  const lastOf = async (last: (respondent: number) => number, difficulty = 1) => {
    const questions = idsOf(7).map((id) => makeQuestion({ id, difficulty }));
    const responses = { question_ids: idsOf(7), scores: withLast(last) };
    const { items } = await runOn(itemStatistics, questions, { items: 'all', responses });
    return items.find(({ question_id }) => question_id === 'q-6');
  };

  it.each<[string, (respondent: number) => number, number, string[], number]>([
    ['a good question', (respondent) => Number(respondent > 19), 1, [], 1],
    [
      'a question the best get wrong',
      (respondent) => Number(respondent < 20),
      1,
      ['negative_discrimination'],
      0,
    ],
    ['a question of chance', (respondent) => respondent % 2, 1, ['low_discrimination'], 0.75],
    [
      'a question of another level',
      (respondent) => Number(respondent > 19),
      2,
      ['label_mismatch'],
      0.75,
    ],
    ['an easy question', (respondent) => Number(respondent > 1), 0, ['too_easy'], 0.75],
    ['a hard question', (respondent) => Number(respondent > 37), 2, ['too_hard'], 0.75],
  ])('of %s', async (_what, last, difficulty, flags, score) => {
    expect(await lastOf(last, difficulty)).toMatchObject({
      flags,
      reasons: flags,
      flagged: flags.length > 0,
      score,
    });
  });

  it('wait for enough responses', async () => {
    const few = repeat(19, (at) => [at % 2, (at + 1) % 2]);
    const result = await runScores(few);
    expect(codesOf(result)).toEqual(['too_few_responses']);
    expect(result.summary).toMatchObject({ flagged: 0, judged: 0, score: null });
    expect((await runScores(few, { min_responses: 10 })).summary.flagged).toBe(2);
  });

  /** Only the last question, the subject of these tests. */
  const flagsWith = async (last: (respondent: number) => number, parameters: object) => {
    const { items } = await runScores(withLast(last), parameters);
    const flags = items.find(({ question_id }) => question_id === 'q-6')?.flags ?? [];
    return flags.filter((flag) => flag !== 'label_mismatch');
  };

  it('take too easy and too hard from max_facility and min_facility', async () => {
    const easy = (respondent: number) => Number(respondent > 3);
    expect(await flagsWith(easy, { max_facility: 0.91 })).toEqual([]);
    expect(await flagsWith(easy, { max_facility: 0.9 })).toEqual(['too_easy']);
    const hard = (respondent: number) => Number(respondent > 35);
    expect(await flagsWith(hard, { min_facility: 0.09 })).toEqual([]);
    expect(await flagsWith(hard, { min_facility: 0.1 })).toEqual(['too_hard']);
  });

  it('take low discrimination from min_discrimination', async () => {
    const chance = (respondent: number) => respondent % 2;
    const good = (respondent: number) => Number(respondent > 19);
    expect(await flagsWith(chance, { min_discrimination: 0 })).toEqual([]);
    expect(await flagsWith(good, { min_discrimination: 0.5 })).toEqual([]);
    expect(await flagsWith(good, { min_discrimination: 1 })).toEqual(['low_discrimination']);
  });

  it('take the level from b where there is a model, by the cuts that the schema names', async () => {
    const question_ids = lsat6Ids;
    const levels = async (model: string) => {
      const result = await runOn(itemStatistics, lsat6Questions, {
        items: 'all',
        model,
        responses: { question_ids, scores: lsat6Scores },
      });
      const sorted = result.items.toSorted((one, other) =>
        one.question_id.localeCompare(other.question_id),
      );
      return sorted.map(({ suggested_difficulty }) => suggested_difficulty);
    };
    expect(await levels('none')).toEqual([0, 0, 1, 0, 0]);
    expect(await levels('rasch')).toEqual([0, 0, 1, 0, 0]);
  });
});
