import { describe, expect, it } from 'vitest';
import { createNormal } from '../../bench/analysis/normal.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { lsat6Ids, lsat6Scores } from './lsat6.ts';
import { makeQuestion, runOn } from './questions.ts';
import { codesOf, idsOf, lsat6Questions, repeat, runLsat6, runScores } from './score-table.ts';

describe('flags', () => {
  /**
   * Respondents of increasing ability, 40 kinds of them ten times each; the last question is answered
   * by the rule of the test.
   */
  const withLast = (last: (respondent: number) => number, times = 10) =>
    repeat(40 * times, (at) => {
      const respondent = at % 40;
      return [...repeat(6, (item) => Number(respondent > 5 * item + 2)), last(respondent)];
    });
  const lastOf = async (last: (respondent: number) => number, difficulty = 1, times = 10) => {
    // The facilities of the others fall from .93 to .3.
    const levels = [0, 0, 1, 1, 1, 2, difficulty];
    const questions = idsOf(7).map((id, at) => makeQuestion({ id, difficulty: levels[at] ?? 1 }));
    const responses = { question_ids: idsOf(7), scores: withLast(last, times) };
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
      (respondent) => Number(respondent > 9),
      2,
      ['label_mismatch'],
      0.75,
    ],
    ['an easy question', (respondent) => Number(respondent > 0), 0, ['too_easy'], 0.75],
    ['a hard question', (respondent) => Number(respondent > 38), 2, ['too_hard'], 0.75],
  ])('of %s', async (_what, last, difficulty, flags, score) => {
    expect(await lastOf(last, difficulty)).toMatchObject({
      flags,
      reasons: flags,
      flagged: flags.length > 0,
      score,
    });
  });

  it.each<[string, (respondent: number) => number, number]>([
    ['a question of chance', (respondent) => respondent % 2, 1],
    ['a question of another level', (respondent) => Number(respondent > 19), 2],
    ['an easy question', (respondent) => Number(respondent > 0), 0],
    ['a hard question', (respondent) => Number(respondent > 38), 2],
  ])(
    'are not raised for %s by 40 responses: its interval reaches the cut',
    async (_what, last, level) => {
      expect(await lastOf(last, level, 1)).toMatchObject({ flags: [], flagged: false, score: 1 });
    },
  );

  it.each([1.2, -1.2])(
    'take no strong or weak class for wrong levels: mean ability %d',
    async (mean) => {
      const random = createRandom(3);
      const normal = createNormal(random);
      const scores = repeat(1000, () => {
        const ability = mean + normal();
        return repeat(12, (item) =>
          Number(random() < 1 / (1 + Math.exp((item % 3) - 1 - ability))),
        );
      });
      const run = (wrong: number) => {
        const levels = repeat(12, (item) => (item === wrong ? 2 - (item % 3) : item % 3));
        const questions = idsOf(12).map((id, at) =>
          makeQuestion({ id, difficulty: levels[at] ?? 0 }),
        );
        const responses = { question_ids: idsOf(12), scores };
        return runOn(itemStatistics, questions, { items: 'all', responses });
      };
      const sound = await run(-1);
      expect(sound.items.flatMap(({ flags }) => flags)).not.toContain('label_mismatch');
      const [warning] = sound.warnings.filter(({ code }) => code === 'levels_shifted');
      expect(warning?.detail).toMatch(mean > 0 ? /easier .* strong/ : /harder .* weak/);
      // The hardest among the easiest for a strong class, the easiest among the hardest for a weak one.
      const wrong = mean > 0 ? 0 : 2;
      const { items } = await run(wrong);
      const mislabeled = items.filter(({ flags }) => flags.includes('label_mismatch'));
      expect(mislabeled.map(({ question_id }) => question_id)).toEqual([idsOf(12)[wrong]]);
    },
  );

  it('come with the intervals that they follow from', async () => {
    // prop.test(360, 400, correct = FALSE)$conf.int
    const easy = await lastOf((respondent) => Number(respondent > 3), 0);
    expect(easy?.facility_interval?.[0]).toBeCloseTo(0.8666894237, 8);
    expect(easy?.facility_interval?.[1]).toBeCloseTo(0.9257007409, 8);
    const { item_rest_r: r, item_rest_r_interval: interval } = easy ?? {};
    const half = 1.959963984540054 / Math.sqrt(397);
    expect(interval?.[0]).toBeCloseTo(Math.tanh(Math.atanh(r ?? 0) - half), 8);
    expect(interval?.[1]).toBeCloseTo(Math.tanh(Math.atanh(r ?? 0) + half), 8);
  });

  it('expect less of a question among few others, which measure less', async () => {
    // Of LSAT6, five questions with alpha .29, none discriminates by .2; all are sound.
    const { column } = await runLsat6();
    expect(column('item_rest_r').every((r) => Number(r) < 0.18)).toBe(true);
    expect(column('flags').flat()).not.toContain('low_discrimination');
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
    expect(await flagsWith(easy, { max_facility: 0.87 })).toEqual([]);
    expect(await flagsWith(easy, { max_facility: 0.86 })).toEqual(['too_easy']);
    const hard = (respondent: number) => Number(respondent > 35);
    expect(await flagsWith(hard, { min_facility: 0.13 })).toEqual([]);
    expect(await flagsWith(hard, { min_facility: 0.14 })).toEqual(['too_hard']);
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
    expect(await levels('rasch_unit')).toEqual([0, 0, 1, 0, 0]);
  });
});
