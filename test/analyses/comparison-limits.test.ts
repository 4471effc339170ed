import { describe, expect, it } from 'vitest';
import { comparison } from '../../src/analyses/types/comparison/comparison.ts';
import { defineRules, listFaults } from '../../src/domain/rules.ts';
import { growth, makeLevels } from './compared-levels.ts';
import { makeQuestion, runOn } from './questions.ts';

const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);

describe('comparison', () => {
  it('leaves a t test of three groups to the pairs', async () => {
    const result = await runOn(comparison, makeLevels(...growth), { test: 't_test' });
    expect(result.summary).toMatchObject({ test: null, p: null, effect: null });
    expect(result.pairs).toHaveLength(3);
    expect(result.pairs.map(({ p }) => p)).toContain(0.2503825086);
    expect(codes(result)).toEqual(['test_not_applicable']);
  });

  it('says what it leaves out', async () => {
    const topic = (name: string | null, count: number) =>
      Array.from({ length: count }, (_, at) =>
        makeQuestion({ id: `${name}-${at}`, topicFocus: name, questionText: 'x'.repeat(at + 5) }),
      );
    const set = [
      ...topic('Moons', 6),
      ...topic('Planets', 7),
      ...topic('Stars', 2),
      ...topic(null, 3),
    ];
    const result = await runOn(comparison, set, {
      group_by: 'topic_focus',
      items: 'all',
      min_per_group: 5,
    });
    expect(result.summary).toMatchObject({ evaluated: 18, compared: 13, groups: 2 });
    expect(result.groups.map(({ group, is_compared }) => [group, is_compared])).toEqual([
      ['Planets', true],
      ['Moons', true],
      ['Stars', false],
    ]);
    expect(codes(result)).toEqual(['without_group', 'small_groups']);
    expect(result.items.filter(({ group }) => group === null)).toHaveLength(3);
  });

  it('pairs only the largest of many groups', async () => {
    const set = Array.from({ length: 25 * 10 }, (_, at) =>
      makeQuestion({
        id: `q-${at}`,
        topicFocus: `topic ${at % 25}`,
        questionText: 'x'.repeat((at % 11) + 3),
      }),
    );
    const result = await runOn(comparison, set, { group_by: 'topic_focus' });
    expect(result.pairs).toHaveLength((20 * 19) / 2);
    expect(codes(result)).toContain('pairs_left_out');
  });

  it('flags outliers within their group, not those of another', async () => {
    const short = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
    const long = short.map((length) => length + 500);
    const { summary, items } = await runOn(comparison, makeLevels([...short, 100], long));
    expect(summary).toMatchObject({ flagged: 1, evaluated: 23 });
    // (100 - median(x)) / mad(x, constant = 1 / qnorm(.75)) with x <- c(10:20, 100)
    expect(items).toMatchObject([
      { question_id: '0-11', group: 'Basic', value: 100, z: 18.99812796, reasons: ['above_group'] },
    ]);
    expect(items[0]?.score).toBeCloseTo(3.5 / 18.99812796, 8);
  });

  it('flags what is below its group too, from outlier_z on', async () => {
    const even = [50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61];
    const flagsAt = async (outlier_z: number) => {
      const set = makeLevels([20, ...even], [...even, 75]);
      const { items } = await runOn(comparison, set, { outlier_z });
      return items.map(({ question_id, value, reasons }) => [question_id, value, ...reasons]);
    };
    // mad(c(20, 50:61)) and mad(c(50:61, 75)) are 4.447807: z is −7.87 and 4.27.
    expect(await flagsAt(4)).toEqual([
      ['0-0', 20, 'below_group'],
      ['1-12', 75, 'above_group'],
    ]);
    expect(await flagsAt(5)).toEqual([['0-0', 20, 'below_group']]);
    expect(await flagsAt(8)).toEqual([]);
  });

  it('lists a thousand groups at most', async () => {
    const set = Array.from({ length: 1001 }, (_, at) =>
      makeQuestion({ id: `q-${at}`, topicFocus: `topic ${at}` }),
    );
    const result = await runOn(comparison, set, { group_by: 'topic_focus' });
    expect(result.groups).toHaveLength(1000);
    expect(codes(result)).toEqual(['too_few_questions', 'groups_left_out']);
  });

  it('warns where a table expects too little of its cells', async () => {
    const answered = (times: number) =>
      makeLevels(Array(5 * times).fill(9), Array(5 * times).fill(9)).map((question, at) => ({
        ...question,
        correctAnswer: at % 2 ? 'True' : 'Mercury',
      }));
    const run = (times: number) =>
      runOn(comparison, answered(times), { measure: 'answer_type', min_per_group: 5 });
    const thin = await run(1);
    expect(thin.summary.test).toBe('chi_square');
    expect(codes(thin)).toEqual(['small_expected_counts']);
    expect(codes(await run(2))).toEqual([]);
  });

  it.each([
    ['no variance', makeLevels(Array(10).fill(5), Array(10).fill(5)), {}, ['no_variance']],
    [
      'constants and a t test',
      makeLevels(Array(10).fill(3), Array(10).fill(4)),
      { test: 'anova' },
      ['no_variance'],
    ],
    ['one group', makeLevels([1, 2, 3, 4, 5, 6]), {}, ['too_few_questions']],
    ['two questions', makeLevels([1], [2]), {}, ['too_few_questions']],
    [
      'other scripts',
      makeLevels([1], [2]).map((question) => ({ ...question, questionText: 'ما هي عاصمة مصر؟' })),
      { measure: 'flesch_kincaid' },
      ['not_measured', 'too_few_questions'],
    ],
  ])('makes up nothing about %s', async (_what, set, parameters, expected) => {
    const result = await runOn(comparison, set, parameters);
    expect(result.summary).toMatchObject({ test: null, statistic: null, p: null });
    expect(codes(result)).toEqual(expected);
  });

  it.each([
    [{ group_by: 'difficulty', measure: 'difficulty' }, ['/measure']],
    [{ group_by: 'category', test: 'correlation' }, ['/test']],
    [{ measure: 'category', test: 'anova' }, ['/test']],
    [{ outlier_z: 0 }, ['/outlier_z']],
    [{ min_per_group: 1 }, ['/min_per_group']],
    [{ measure: 'category', test: 'chi_square' }, []],
  ])('refuses %j at %j', (parameters, pointers) => {
    const faults = listFaults(defineRules(comparison.parameters), parameters);
    expect(faults.map(({ path }) => `/${path.join('/')}`)).toEqual(pointers);
  });
});
