import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../../src/analyses/analysis-type.ts';
import { trainDiscriminants } from '../../../src/analyses/kit/statistics/linear-discriminant.ts';
import { silent } from '../questions.ts';

const points = [
  [0, 0],
  [2, 0],
  [1, 3],
  [6, 1],
  [8, 3],
].map((point) => Float32Array.from(point));
const classOf = [0, 0, 0, 1, 1];
const train = (foldOf = [0, 0, 0, 0, 0], heldOut = 1) =>
  trainDiscriminants({ points, classOf, classes: 2 }, { foldOf, folds: 2 }, silent)(heldOut);

/** The definition for two dimensions: −½ (x − m)ᵀ C⁻¹ (x − m) + ln share. */
function densityAt(point: readonly number[], mean: readonly number[], share: number): number {
  // Deviations of the classes: (−1, −1), (1, −1), (0, 2) and (−1, −1), (1, 1); drawn to a sphere.
  const [variance, other, covariance] = [4 / 5, 8 / 5, 2 / 5];
  const sphere = 0.3 * ((variance + other) / 2);
  const [a, b, c] = [0.7 * variance + sphere, 0.7 * covariance, 0.7 * other + sphere];
  const [x = 0, y = 0] = point.map((each, at) => each - (mean[at] ?? 0));
  return -(c * x * x - 2 * b * x * y + a * y * y) / (2 * (a * c - b * b)) + Math.log(share);
}

describe('linear discriminant', () => {
  it.each([[[0, 0]], [[4, 1.5]], [[9, -2]]])(
    'is the difference of the log-densities at %j',
    (point) => {
      const [one = 0, other = 0] = train()(Float32Array.from(point));
      const expected = densityAt(point, [1, 1], 0.6) - densityAt(point, [7, 2], 0.4);
      expect(one - other).toBeCloseTo(expected, 9);
    },
  );

  it.each([[[0, 0]], [[4, 1.5]]])('learns from the other folds alone at %j', (place) => {
    const point = Float32Array.from(place);
    const kept = [0, 1, 3, 4];
    const alone = trainDiscriminants(
      { points: kept.map((row) => points[row] ?? point), classOf: [0, 0, 1, 1], classes: 2 },
      { foldOf: [0, 0, 0, 0], folds: 1 },
      silent,
    )(1);
    const [one = 0, other = 0] = train([0, 0, 1, 0, 0])(point);
    const [expected = 0, otherExpected = 0] = alone(point);
    expect(one).toBeCloseTo(expected, 9);
    expect(other).toBeCloseTo(otherExpected, 9);
    expect(one).not.toBeCloseTo(train()(point)[0] ?? 0, 3);
  });

  it('is finite for points that are all alike, and for a class without one', () => {
    const same = [1, 1, 1].map(() => Float32Array.of(0.5, 0.5));
    const score = trainDiscriminants(
      { points: same, classOf: [0, 0, -1], classes: 2 },
      { foldOf: [0, 1, 0], folds: 2 },
      silent,
    )(1);
    expect([...score(Float32Array.of(0.5, 0.5))].every(Number.isFinite)).toBe(true);
  });

  it('is finite without a point to learn from', () => {
    const score = train([0, 0, 0, 0, 0], 0);
    expect([...score(Float32Array.of(1, 2))].every(Number.isFinite)).toBe(true);
  });

  it('stops', () => {
    const stopped = { ...silent, signal: { aborted: true } };
    const run = () =>
      trainDiscriminants(
        { points, classOf, classes: 2 },
        { foldOf: [0, 0, 0, 0, 0], folds: 1 },
        stopped,
      );
    expect(run).toThrow(AnalysisCancelled);
  });
});
