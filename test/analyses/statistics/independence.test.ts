import { describe, expect, it } from 'vitest';
import { holmAdjust } from '../../../src/analyses/kit/statistics/holm.ts';
import {
  expectedCells,
  testIndependence,
} from '../../../src/analyses/kit/statistics/independence.ts';
import { expectOutcome } from './outcome.ts';

// All figures: R 4.2.2, with the calls in the titles.
describe('the chi-square test', () => {
  it('is chisq.test(margin.table(HairEyeColor, c(1, 2)))', () => {
    const cells = expectedCells([
      [68, 20, 15, 5],
      [119, 84, 54, 29],
      [26, 17, 14, 14],
      [7, 94, 10, 16],
    ]);
    expectOutcome(testIndependence(cells), {
      statistic: 138.289841626,
      df: 9,
      p: 2.3252867871e-25,
      // sqrt(statistic / (592 * 3)), and l in its place with pchisq(statistic, 9, ncp = l) of .975, .025
      effectSize: 0.279044623343,
      interval: [0.223527016369, 0.317988102938],
    });
    // $expected[1, 1], $stdres[1, 1] and $stdres[4, 2]
    expect(cells[0]?.expected).toBeCloseTo(40.13513514, 7);
    expect(cells[0]?.residual).toBeCloseTo(6.1365196946, 9);
    expect(cells[13]?.residual).toBeCloseTo(9.9675501212, 9);
  });

  it('is chisq.test(matrix(c(12, 5, 7, 9), 2), correct = FALSE)', () => {
    expectOutcome(
      testIndependence(
        expectedCells([
          [12, 7],
          [5, 9],
        ]),
      ),
      {
        statistic: 2.43057551968,
        df: 1,
        p: 0.118989205532,
        effectSize: 0.271392342609,
        interval: [0, 0.612577710821],
      },
    );
  });

  it('leaves out what never occurs', () => {
    expect(
      testIndependence(
        expectedCells([
          [3, 0, 4],
          [5, 0, 1],
        ]),
      )?.df,
    ).toBe(1);
    expect(
      testIndependence(
        expectedCells([
          [3, 0],
          [5, 0],
        ]),
      ),
    ).toBeNull();
    expect(testIndependence([])).toBeNull();
  });
});

it("corrects as p.adjust(c(.01, .04, .03, .005, .9, .5), 'holm')", () => {
  const adjusted = holmAdjust([0.01, 0.04, 0.03, 0.005, 0.9, 0.5]);
  for (const [at, p] of [0.05, 0.12, 0.12, 0.03, 1, 1].entries()) {
    expect(adjusted[at]).toBeCloseTo(p, 12);
  }
  expect(holmAdjust([])).toEqual([]);
});
