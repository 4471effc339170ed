import { describe, expect, it } from 'vitest';
import { answers } from '../../src/analyses/types/answers/answers.ts';
import { coverage } from '../../src/analyses/types/coverage/coverage.ts';
import { duplicates } from '../../src/analyses/types/duplicates/duplicates.ts';
import { labels } from '../../src/analyses/types/labels/labels.ts';
import { quality } from '../../src/analyses/types/quality/quality.ts';
import { runOn } from '../analyses/questions.ts';
import { sampleBank, sampleBlueprint } from './sample-bank.ts';

describe('of the sample questions', () => {
  it('coverage says that they fit the blueprint that comes with them', async () => {
    const { summary, cells, warnings } = await runOn(coverage, sampleBank, {
      blueprint: sampleBlueprint,
    });
    expect(summary).toMatchObject({ flagged: 0, gaps: 0, empty_cells: 0 });
    expect(cells.filter(({ deviation }) => Math.abs(deviation ?? 1) > 0.01)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('coverage says that no cell is off the usual blueprint by more than the tolerance', async () => {
    const { summary } = await runOn(coverage, sampleBank);
    expect(summary).toMatchObject({ flagged: 0, gaps: 0 });
  });

  it('duplicates finds none: the same template twice at most', async () => {
    const { summary, pairs } = await runOn(duplicates, sampleBank);
    expect(pairs.filter(({ kind }) => kind !== 'template_sibling')).toEqual([]);
    expect(summary.flagged).toBe(0);
  });

  it('labels says that the categories hold together by the texts alone', async () => {
    const { summary } = await runOn(labels, sampleBank);
    expect(summary.kappa).toBeGreaterThan(0.6);
  });

  it('labels sees hardly a category that is wrong, told the topics', async () => {
    const { summary } = await runOn(labels, sampleBank, { use_topic_focus: true });
    expect(summary.kappa).toBeGreaterThan(0.8);
    expect(summary.flagged_share).toBeLessThan(0.03);
  });

  it('quality finds no error, and warnings in at most one of fifty', async () => {
    const { summary, items } = await runOn(quality, sampleBank);
    expect(
      items.filter(({ findings }) => findings.some((each) => each.severity === 'error')),
    ).toEqual([]);
    expect(summary.flagged_share).toBeLessThanOrEqual(0.02);
  });

  it('answers finds none repeated too often, and none that is a question', async () => {
    const { items, types, summary } = await runOn(answers, sampleBank);
    expect(items).toEqual([]);
    expect(summary.with_choices).toBe(sampleBank.length);
    expect(types.length).toBeGreaterThanOrEqual(5);
  });

  it('answers finds that neither length nor place gives the right one away', async () => {
    const { length_bias, position_bias } = await runOn(answers, sampleBank);
    expect(length_bias?.longest_share).toBeLessThan(0.35);
    expect(length_bias?.shortest_share).toBeLessThan(0.35);
    expect(length_bias?.length_ratio).toBeGreaterThan(0.9);
    expect(length_bias?.length_ratio).toBeLessThan(1.1);
    expect(position_bias.map(({ choices }) => choices)).toEqual([4]);
    expect(position_bias[0]?.chi_square?.p).toBeGreaterThan(0.05);
  });

  it('answers finds right numbers as often at an end of their choices as between', async () => {
    const isNumber = (text: string) => /^[\d.,−%]+$/.test(text);
    const numbers = sampleBank.filter(({ correctAnswer, incorrectAnswers }) =>
      [correctAnswer, ...incorrectAnswers].every(isNumber),
    );
    const { position_bias } = await runOn(answers, numbers);
    expect(numbers.length).toBeGreaterThan(30);
    expect(position_bias[0]?.chi_square?.p).toBeGreaterThan(0.05);
  });
});
