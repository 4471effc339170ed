import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparison } from '../../src/analyses/types/comparison/comparison.ts';
import { measureNames } from '../../src/analyses/types/comparison/measures.ts';
import { runs } from '../support/property-runs.ts';
import { growth, makeLevels } from './compared-levels.ts';
import { expectFiniteFigures } from './expect-finite-figures.ts';
import { anyQuestions, makeQuestion, runOn } from './questions.ts';

describe('comparison', () => {
  it('compares levels by length, with groups and pairs', async () => {
    const { summary, groups, pairs, warnings } = await runOn(comparison, makeLevels(...growth));
    // oneway.test(weight ~ group, PlantGrowth); the interval as of an analysis of variance
    expect(summary).toMatchObject({
      evaluated: 30,
      compared: 30,
      groups: 3,
      test: 'welch_anova',
      statistic: 5.180972408,
      df: 2,
      df_residual: 17.12841862,
      p: 0.01739282149,
      effect: 'eta_squared',
      effect_size: 0.2773395461,
      effect_interval: [expect.closeTo(0.0085201243, 9), expect.closeTo(0.48374944, 8)],
      magnitude: 'large',
    });
    // aggregate(weight ~ group, PlantGrowth, \(x) c(length(x), mean(x), sd(x), median(x)))
    expect(groups[0]).toEqual({
      group: 'Basic',
      n: 10,
      is_compared: true,
      mean: 503.2,
      sd: 58.30913784,
      median: 515.5,
      min: 417,
      max: 611,
    });
    // pairwise.t.test(weight, group, pool.sd = FALSE, p.adjust.method = 'none', and 'holm')
    expect(pairs.map(({ a, b, p, p_adjusted }) => [a, b, p, p_adjusted])).toEqual([
      ['Intermediate', 'Advanced', 0.009298404717, 0.02789521415],
      ['Basic', 'Advanced', 0.0478992556, 0.0957985112],
      ['Basic', 'Intermediate', 0.2503825086, 0.2503825086],
    ]);
    expect(pairs.map(({ effect }) => effect)).toEqual(['cohens_d', 'cohens_d', 'cohens_d']);
    expect(pairs[2]?.difference).toBeCloseTo(37.1, 9);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['t_test', 'two groups', makeLevels([3, 4, 5, 6, 9], [4, 5, 6, 8, 9])],
    ['kruskal_wallis', 'skewed values', makeLevels(Array(30).fill(9), [...Array(29).fill(8), 900])],
    [
      't_test',
      'skewed values of unequal spreads',
      makeLevels(Array(30).fill(9), [...Array(18).fill(8), ...Array(9).fill(260), 300, 500, 900]),
    ],
    [
      'welch_anova',
      'unequal spreads',
      makeLevels([3, 4, 5, 6, 7], [1, 9, 20, 30, 41], [5, 6, 7, 8, 9]),
    ],
    ['kruskal_wallis', 'groups of one value', makeLevels([3, 3, 3, 3, 3], [5, 5, 5, 5, 5])],
    [
      'kruskal_wallis',
      'one group of one value among three',
      makeLevels([3, 3, 3, 3, 3], [4, 5, 6, 7, 9], [5, 6, 7, 8, 9]),
    ],
    ['welch_anova', 'three groups', makeLevels([3, 4, 5, 6, 7], [4, 5, 6, 7, 9], [5, 6, 7, 8, 9])],
  ])('chooses %s for %s', async (test, _what, set) => {
    expect((await runOn(comparison, set, { min_per_group: 5 })).summary.test).toBe(test);
  });

  it('says why it cannot weigh a group of one value', async () => {
    const set = makeLevels([3, 3, 3, 3, 3], [4, 5, 6, 7, 9], [5, 6, 7, 8, 9]);
    const { warnings } = await runOn(comparison, set, { test: 'welch_anova', min_per_group: 5 });
    expect(warnings).toMatchObject([
      { code: 'no_variance', detail: expect.stringMatching(/use kruskal_wallis/) },
    ]);
  });

  it('counts sorts by chi-square, with a table', async () => {
    const set = [
      ['True', 12, 0],
      ['1969', 5, 0],
      ['True', 7, 1],
      ['1969', 9, 1],
    ].flatMap(([answer, count, difficulty], row) =>
      Array.from({ length: Number(count) }, (_, at) =>
        makeQuestion({
          id: `${row}-${at}`,
          questionText: 'In which year?',
          correctAnswer: String(answer),
          difficulty: Number(difficulty),
        }),
      ),
    );
    const result = await runOn(comparison, set, { measure: 'answer_type', items: 'all' });
    // chisq.test(matrix(c(12, 5, 7, 9), 2), correct = FALSE)
    expect(result.summary).toMatchObject({
      test: 'chi_square',
      statistic: 2.43057552,
      df: 1,
      p: 0.1189892055,
      effect: 'cramers_v',
      effect_size: 0.2713923426,
      effect_interval: [0, 0.6125777108],
      magnitude: 'small',
    });
    expect(result.table.map(({ group, value, count }) => [group, value, count])).toEqual([
      ['Basic', 'boolean', 12],
      ['Basic', 'year', 5],
      ['Intermediate', 'boolean', 7],
      ['Intermediate', 'year', 9],
    ]);
    expect(result.groups[0]).toMatchObject({ n: 17, mean: null, sd: null, median: null });
    expect(result.items[0]).toMatchObject({ value: null, z: null, flagged: false });
    expect(new Set(result.items.map(({ label }) => label))).toEqual(new Set(['boolean', 'year']));
  });

  it('cuts amounts of many values at their quartiles', async () => {
    // x <- (i * 7) %% 101 + 1 with i <- 0:399, g <- i %% 2
    const lengths = [0, 1].map((odd) =>
      Array.from({ length: 200 }, (_, at) => (((2 * at + odd) * 7) % 101) + 1),
    );
    const { table } = await runOn(comparison, makeLevels(...lengths), { test: 'chi_square' });
    // table(g, cut(x, quantile(x), include.lowest = TRUE))
    expect(table.map(({ value, count }) => `${value}: ${count}`)).toEqual([
      '1–25: 50',
      '26–50: 50',
      '51–76: 51',
      '77–101: 49',
      '1–25: 50',
      '26–50: 50',
      '51–76: 52',
      '77–101: 48',
    ]);
  });

  it('correlates a measure with the level', async () => {
    const { summary } = await runOn(comparison, makeLevels(...growth), { test: 'correlation' });
    // with(PlantGrowth, cor.test(as.integer(group), weight))
    expect(summary).toMatchObject({
      test: 'correlation',
      statistic: 1.618755715,
      df: 28,
      p: 0.1167106961,
      effect: 'pearson_r',
      effect_size: 0.29253383,
      effect_interval: [-0.07571507523, 0.5905630593],
      magnitude: 'small',
    });
  });

  it('lists the groups that are compared first, and topics by their size', async () => {
    const sizes = { Birds: 2, Rivers: 12, Stars: 15 };
    const set = Object.entries(sizes).flatMap(([topicFocus, size]) =>
      Array.from({ length: size }, (_, at) =>
        makeQuestion({ id: `${topicFocus}-${at}`, topicFocus }),
      ),
    );
    const { groups } = await runOn(comparison, set, { group_by: 'topic_focus' });
    expect(groups.map(({ group, is_compared }) => [group, is_compared])).toEqual([
      ['Stars', true],
      ['Rivers', true],
      ['Birds', false],
    ]);
    const levels = await runOn(comparison, makeLevels([3, 4], ...growth.slice(1)));
    expect(levels.groups.map(({ group }) => group)).toEqual(['Intermediate', 'Advanced', 'Basic']);
  });

  it('answers the same in any order, whatever is asked', async () => {
    const asked = fc.record({
      items: fc.constant('all'),
      group_by: fc.constantFrom('category', 'difficulty', 'topic_focus'),
      measure: fc.constantFrom(...measureNames),
      test: fc.constantFrom(
        'auto',
        't_test',
        'anova',
        'welch_anova',
        'kruskal_wallis',
        'chi_square',
        'correlation',
      ),
      min_per_group: fc.integer({ min: 2, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(anyQuestions, asked, async (set, parameters) => {
        fc.pre(comparison.parameters.safeParse(parameters).success);
        const result = await runOn(comparison, set, parameters);
        expectFiniteFigures(result);
        expect(await runOn(comparison, set.toReversed(), parameters)).toEqual(result);
        expect(result.items).toHaveLength(set.length);
      }),
      runs(100),
    );
  });
});
