import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../src/analyses/analysis-type.ts';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { runs } from '../support/property-runs.ts';
import { expectFiniteFigures } from './expect-finite-figures.ts';
import { lsat6Ids, lsat6Scores } from './lsat6.ts';
import { makeQuestion, pagesOf, runOn, silent } from './questions.ts';
import { idsOf, lsat6Questions, runScores } from './score-table.ts';

const score = fc.constantFrom<(number | null)[]>(0, 1, 0, 1, 0.5, 0.1, null);
const tables = fc.integer({ min: 1, max: 6 }).chain((width) =>
  fc.array(fc.array(score, { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 40,
  }),
);

describe('whatever the responses', () => {
  it('the order of respondents and of columns does not matter, and no figure is odd', async () => {
    await fc.assert(
      fc.asyncProperty(
        tables,
        fc.constantFrom('none', 'rasch', 'rasch_unit', '1pl', '2pl'),
        fc.nat(),
        async (scores, model, turn) => {
          const result = await runScores(scores, { model, min_responses: 2 });
          expectFiniteFigures(result);
          const moved = scores
            .map((_row, at) => scores[(at + turn) % scores.length] ?? [])
            .toReversed();
          expect(await runScores(moved, { model, min_responses: 2 })).toEqual(result);
          const responses = {
            question_ids: idsOf(moved[0]?.length ?? 0).toReversed(),
            scores: moved.map((row) => row.toReversed()),
          };
          const questions = idsOf(moved[0]?.length ?? 0).map((id) => makeQuestion({ id }));
          const mirrored = await runOn(itemStatistics, questions.toReversed(), {
            items: 'all',
            model,
            min_responses: 2,
            responses,
          });
          expect(mirrored).toEqual(result);
        },
      ),
      runs(60),
    );
  });

  it('two of every respondent leave facilities and correlations as they are', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (scores) => {
        const once = await runScores(scores);
        const twice = await runScores([...scores, ...scores]);
        const figures = (of: typeof once) =>
          of.items
            .map(({ question_id, facility, upper_lower }) => ({
              question_id,
              facility,
              upper_lower,
            }))
            .sort((one, other) => (one.question_id < other.question_id ? -1 : 1));
        for (const [at, each] of figures(once).entries()) {
          const other = figures(twice)[at];
          expect(other?.facility ?? 0).toBeCloseTo(each.facility ?? 0, 9);
          expect(other?.upper_lower ?? 0).toBeCloseTo(each.upper_lower ?? 0, 9);
        }
        expect(twice.test.mean ?? 0).toBeCloseTo(once.test.mean ?? 0, 8);
      }),
      runs(60),
    );
  });

  it('right turned to wrong turns difficulties round', async () => {
    const inverted = lsat6Scores.map((row) => row.map((each) => 1 - each));
    const straight = await runScores(lsat6Scores, { model: '2pl' });
    const mirrored = await runScores(inverted, { model: '2pl' });
    expect(mirrored.test.log_likelihood).toBeCloseTo(straight.test.log_likelihood ?? 0, 6);
    expect(mirrored.test.alpha).toBeCloseTo(straight.test.alpha ?? 0, 9);
    for (const { question_id, a, b } of straight.items) {
      const other = mirrored.items.find((item) => item.question_id === question_id);
      expect(other?.a).toBeCloseTo(a ?? 0, 3);
      expect(other?.b).toBeCloseTo(-(b ?? 0), 3);
    }
  });
});

it('stops in the middle of a model, and tells progress to its end', async () => {
  const parameters = itemStatistics.parameters.parse({
    model: '2pl',
    responses: { question_ids: lsat6Ids, scores: lsat6Scores },
  });
  const shares: number[] = [];
  const progress = (share: number) => void shares.push(share);
  await itemStatistics.run(pagesOf(lsat6Questions), parameters, { ...silent, progress });
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBe(1);
  const signal = { aborted: false };
  const stopping = (share: number) => {
    if (share > 0.6) signal.aborted = true;
  };
  const stopped = itemStatistics.run(pagesOf(lsat6Questions), parameters, {
    signal,
    progress: stopping,
  });
  await expect(stopped).rejects.toThrow(AnalysisCancelled);
});
