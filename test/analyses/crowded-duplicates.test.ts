import { describe, expect, it } from 'vitest';
import { duplicates } from '../../src/analyses/types/duplicates/duplicates.ts';
import { makeQuestion, runOn } from './questions.ts';
import { codesOf, repeat } from './score-table.ts';

describe('more duplicates than can be told', () => {
  it('are not all counted where one question has very many answers', async () => {
    const asked = (answers: number) =>
      runOn(
        duplicates,
        repeat(answers, (at) => makeQuestion({ id: `q-${at}`, correctAnswer: `Answer ${at}` })),
      );
    const whole = await asked(100);
    expect(codesOf(whole)).toEqual([]);
    // A question with that many answers asks for one of several.
    expect(whole.summary.template_sibling).toBe((100 * 99) / 2);
    const cut = await asked(101);
    expect(codesOf(cut)).toEqual(['pairs_not_counted']);
    // Every question is compared nevertheless.
    expect(cut.summary.pairs).toBe(100);
  });

  it('are not all compared where one mass of questions is alike', async () => {
    const alike = (count: number) =>
      runOn(
        duplicates,
        repeat(count, (at) =>
          makeQuestion({
            id: `q-${at}`,
            questionText: `Which distant planet of the great solar system is number ${at}?`,
          }),
        ),
        { method: 'minhash', threshold: 0.5 },
      );
    expect(codesOf(await alike(40))).toEqual([]);
    const crowd = await alike(80);
    expect(codesOf(crowd)).toEqual(['comparisons_cut']);
    expect(crowd.summary.pairs).toBeLessThan((80 * 79) / 2);
  });

  it('are listed in ten thousand clusters at most', async () => {
    const twins = repeat(20_002, (at) => {
      const number = at >> 1;
      const questionText = `w${number.toString(36)}x${(number * 7919).toString(36)}?`;
      return makeQuestion({ id: `q-${at}`, questionText });
    });
    const parameters = { method: 'exact', threshold: 0.95, items: 'none' };
    const result = await runOn(duplicates, twins, { ...parameters, max_pairs: 10_000 });
    expect(result.summary.clusters).toBe(10_001);
    expect(result.clusters).toHaveLength(10_000);
    expect(codesOf(result)).toEqual(['pairs_cut', 'clusters_cut']);
  });
});
