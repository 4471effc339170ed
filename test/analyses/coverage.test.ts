import { describe, expect, it } from 'vitest';
import { testFit } from '../../src/analyses/kit/statistics/chi-square.ts';
import { chiSquareUpperP } from '../../src/analyses/kit/statistics/distributions.ts';
import { coverage } from '../../src/analyses/types/coverage/coverage.ts';
import { defineRules, listFaults } from '../../src/domain/rules.ts';
import { makeQuestion, runOn } from './questions.ts';

/** This many questions of each category and level. */
function makeBank(counts: [category: string, difficulty: number, count: number][]) {
  return counts.flatMap(([category, difficulty, count]) =>
    Array.from({ length: count }, (_, at) =>
      makeQuestion({ id: `${category}-${difficulty}-${at}`, category, difficulty }),
    ),
  );
}

const levels = [
  { difficulty: 0, share: 0.5 },
  { difficulty: 1, share: 0.25 },
  { difficulty: 2, share: 0.25 },
];

describe('chi-square', () => {
  // Critical values of printed tables; with two degrees of freedom p is exp(−x / 2).
  it.each([
    [3.841458820694124, 1, 0.05],
    [5.991464547107979, 2, 0.05],
    [18.307038053275146, 10, 0.05],
    [27.58711163827534, 17, 0.05],
    [6.634896601021213, 1, 0.01],
    [124.34211340400407, 100, 0.05],
    [2, 2, Math.exp(-1)],
    [1.386294361119891, 2, 0.5],
  ])('of %d with %i degrees of freedom has p = %d', (statistic, df, p) => {
    expect(chiSquareUpperP(statistic, df)).toBeCloseTo(p, 10);
  });

  it('is never 0, and 1 at the other end', () => {
    expect(chiSquareUpperP(0, 5)).toBe(1);
    expect(chiSquareUpperP(1e6, 3)).toBe(Number.MIN_VALUE);
    expect(chiSquareUpperP(1e-9, 300_000)).toBe(1);
    expect(chiSquareUpperP(300_000, 299_999)).toBeCloseTo(0.5, 2);
  });

  it('tests the fit of a fair die', () => {
    // (25 + 4 + 1 + 16 + 1 + 1) / 10
    expect(testFit([5, 8, 9, 14, 11, 11], Array(6).fill(10))?.statistic).toBe(4.8);
    expect(testFit([5], [5])).toBeNull();
  });
});

describe('coverage', () => {
  it('computes what a hand computes', async () => {
    const bank = makeBank([
      ['Science', 0, 4],
      ['Science', 1, 3],
      ['Science', 2, 1],
    ]);
    const result = await runOn(coverage, bank, { dimensions: ['difficulty'], blueprint: levels });
    expect(result.cells).toEqual([
      { difficulty: 0, count: 4, share: 0.5, target: 0.5, deviation: 0 },
      { difficulty: 1, count: 3, share: 0.375, target: 0.25, deviation: 0.125 },
      { difficulty: 2, count: 1, share: 0.125, target: 0.25, deviation: -0.125 },
    ]);
    // Half of 0.125 + 0.125; (1² + 1²) / 2; p = exp(−x/2) for two degrees of freedom.
    expect(result.summary.total_variation_distance).toBe(0.125);
    expect(result.summary.score).toBe(0.875);
    expect(result.summary.chi_square).toEqual({ statistic: 1, df: 2, p: 0.6065306597 });
    const bits = 0.5 * 1 + 0.375 * Math.log2(8 / 3) + 0.125 * 3;
    expect(result.summary.normalized_entropy).toBeCloseTo(bits / Math.log2(3), 9);
    expect(result.summary).toMatchObject({ lacking: 1 + 2 + 4, surplus: 1 });
    expect(result.gaps).toEqual([
      { difficulty: 2, reason: 'below_minimum', count: 1, wanted: 5, lacking: 4 },
      { difficulty: 1, reason: 'below_minimum', count: 3, wanted: 5, lacking: 2 },
      { difficulty: 0, reason: 'below_minimum', count: 4, wanted: 5, lacking: 1 },
    ]);
    expect(result.surpluses).toEqual([{ difficulty: 1, count: 3, wanted: 2, surplus: 1 }]);
  });

  it('flags the questions of cells above their target while these are few', async () => {
    const bank = makeBank([
      ['Science', 0, 53],
      ['Science', 1, 25],
      ['Science', 2, 22],
    ]);
    const even = { dimensions: ['difficulty'], blueprint: levels, tolerance: 0.01 };
    const most = await runOn(coverage, bank, even);
    expect(most.summary).toMatchObject({ flagged: 0, surplus: 3 });
    expect(most.warnings.map(({ code }) => code)).toEqual(['far_from_blueprint']);
    expect(most.warnings[0]?.detail).toContain('53 % of the questions');

    const blueprint = [
      { difficulty: 0, share: 0.55 },
      { difficulty: 1, share: 0.26 },
      { difficulty: 2, share: 0.19 },
    ];
    const few = await runOn(coverage, bank, { ...even, blueprint });
    expect(few.summary).toMatchObject({ flagged: 22, flagged_share: 0.22, surplus: 3 });
    expect(few.items).toHaveLength(22);
    expect(few.items[0]).toMatchObject({
      reasons: ['over_target'],
      score: 0.8636363636,
      cell: { difficulty: 2 },
    });
    expect(few.warnings).toEqual([]);
  });

  it('accepts a fraction of a question, which no cell can hold', async () => {
    const bank = makeBank([
      ['Science', 0, 3],
      ['Science', 1, 1],
      ['Science', 2, 1],
    ]);
    const parameters = { dimensions: ['difficulty'], blueprint: levels, min_per_cell: 0 };
    const { summary, gaps, surpluses } = await runOn(coverage, bank, parameters);
    // 0.6 of 0.5, and 0.2 of 0.25 twice.
    expect([summary.flagged, gaps, surpluses]).toEqual([0, [], []]);
  });

  it('counts how many questions a cell lacks to meet its target', async () => {
    const bank = makeBank([
      ['Science', 0, 30],
      ['Science', 1, 62],
      ['Science', 2, 8],
    ]);
    const { gaps } = await runOn(coverage, bank, { dimensions: ['difficulty'] });
    expect(gaps).toEqual([
      { difficulty: 2, reason: 'below_target', count: 8, wanted: 25, lacking: 17 },
      { difficulty: 0, reason: 'below_target', count: 30, wanted: 40, lacking: 10 },
    ]);
  });

  it('holds all categories and levels against 40/35/25 % when nothing is said', async () => {
    const { cells, marginals, summary } = await runOn(coverage, makeBank([['Science', 0, 6]]));
    expect(cells.length).toBe(18);
    expect(cells.reduce((sum, { target }) => sum + target, 0)).toBeCloseTo(1, 8);
    expect(marginals.map(({ values }) => values.map(({ target }) => target))).toEqual([
      Array(6).fill(0.1666666667),
      [0.4, 0.35, 0.25],
    ]);
    expect(summary).toMatchObject({ empty_cells: 17, normalized_entropy: 0 });
    expect(summary.total_variation_distance).toBeCloseTo(1 - 0.4 / 6, 9);
  });

  it('finds nothing amiss with a bank that meets its blueprint', async () => {
    const bank = makeBank([
      ['Science', 0, 10],
      ['Science', 1, 5],
      ['Science', 2, 5],
    ]);
    const parameters = { dimensions: ['difficulty'], blueprint: levels, tolerance: 0 };
    const { summary, gaps, items, warnings } = await runOn(coverage, bank, parameters);
    expect(summary).toMatchObject({ score: 1, flagged: 0, chi_square: { statistic: 0, p: 1 } });
    expect([gaps, items, warnings]).toEqual([[], [], []]);
  });

  it('shares out a category among the topics seen in it', async () => {
    const topics = ['Moons', 'Planets', null].map((topicFocus, at) =>
      makeQuestion({ id: `t-${at}`, topicFocus }),
    );
    const blueprint = [
      { category: 'Astronomy', share: 3 / 4 },
      { category: 'Science', share: 1 / 4 },
    ];
    const { cells } = await runOn(coverage, topics, {
      dimensions: ['category', 'topic_focus'],
      blueprint,
    });
    expect(
      cells.map(({ category, topic_focus, target }) => [category, topic_focus, target]),
    ).toEqual([
      ['Astronomy', 'Moons', 0.25],
      ['Astronomy', 'Planets', 0.25],
      ['Astronomy', null, 0.25],
      ['Science', null, 0.25],
    ]);
  });

  it('takes a blueprint of single cells and tells of questions outside it', async () => {
    const blueprint = [{ category: 'science', difficulty: 2, share: 0.3 }];
    const bank = makeBank([
      ['Science', 2, 5],
      ['Geography', 0, 5],
    ]);
    const { cells, summary, warnings } = await runOn(coverage, bank, { blueprint });
    expect(cells.map(({ target }) => target)).toEqual([0, 1]);
    expect(summary).toMatchObject({ score: 0.5, surplus: 5, chi_square: null });
    expect(warnings.map(({ code }) => code)).toEqual(['far_from_blueprint', 'outside_blueprint']);
  });

  it('counts one question as one', async () => {
    const { warnings } = await runOn(coverage, makeBank([['Science', 0, 1]]));
    expect(warnings[0]?.detail).toBe('1 question cannot fill 18 cells with 5 questions each.');
  });

  it('warns of sets too small for their cells', async () => {
    const { warnings } = await runOn(coverage, makeBank([['Science', 0, 89]]));
    expect(warnings[0]).toEqual({
      code: 'too_few_questions',
      detail: '89 questions cannot fill 18 cells with 5 questions each.',
    });
  });

  it('warns where cells expect too little for a test', async () => {
    const warned = async (count: number) => {
      const bank = makeBank([
        ['Science', 0, count],
        ['Science', 1, 5],
        ['Science', 2, 5],
      ]);
      const parameters = { dimensions: ['difficulty'], blueprint: levels };
      return (await runOn(coverage, bank, parameters)).warnings;
    };
    expect(await warned(9)).toEqual([
      {
        code: 'small_expected_counts',
        detail: '2 of 3 cells have an expected count below 5; p is approximate.',
      },
    ]);
    expect(await warned(10)).toEqual([]);
  });

  it.each([
    [{ blueprint: [{ share: 1 }] }, 'blueprint.0', 'contradiction'],
    [{ blueprint: [levels[0], levels[0]] }, 'blueprint.1', 'contradiction'],
    [{ blueprint: [{ difficulty: 0, share: 0 }] }, 'blueprint', 'contradiction'],
    [
      { blueprint: [levels[0], { category: 'Science', difficulty: 0, share: 1 }] },
      'blueprint',
      'contradiction',
    ],
    [{ blueprint: [{ category: 'Sport', share: 1 }] }, 'blueprint.0.category', 'unknown_value'],
    [{ tolerance: 0.6 }, 'tolerance', 'out_of_range'],
    [{ dimensions: [] }, 'dimensions', 'too_few'],
    [{ dimensions: ['category', 'category'] }, 'dimensions', 'invalid'],
    [{ colour: 1 }, 'colour', 'unknown_field'],
  ])('refuses %j', (parameters, path, code) => {
    const faults = listFaults(defineRules(coverage.parameters), parameters);
    expect(faults.map((fault) => [fault.path.join('.'), fault.code])).toContainEqual([path, code]);
  });
});
