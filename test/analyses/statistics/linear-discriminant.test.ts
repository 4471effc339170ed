import { describe, expect, it } from 'vitest';
import { AnalysisCancelled } from '../../../src/analyses/analysis-type.ts';
import { trainDiscriminant } from '../../../src/analyses/kit/statistics/linear-discriminant.ts';
import { silent } from '../questions.ts';

const points = [
  [0, 0],
  [2, 0],
  [1, 3],
  [6, 1],
  [8, 3],
].map((point) => Float32Array.from(point));
const classOf = [0, 0, 0, 1, 1];
const train = (isTraining = (_row: number) => true) =>
  trainDiscriminant({ points, classOf, classes: 2 }, isTraining, silent);

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

  it('learns from the rows it is trained on', () => {
    const point = Float32Array.of(4, 1.5);
    const [before = 0] = train()(point);
    const [after = 0] = train((row) => row !== 2)(point);
    expect(after).not.toBeCloseTo(before, 3);
  });

  it('is finite for points that are all alike, and for a class without one', () => {
    const same = [1, 1, 1].map(() => Float32Array.of(0.5, 0.5));
    const score = trainDiscriminant(
      { points: same, classOf: [0, 0, -1], classes: 2 },
      () => true,
      silent,
    );
    expect([...score(Float32Array.of(0.5, 0.5))].every(Number.isFinite)).toBe(true);
  });

  it('is finite without a point to learn from', () => {
    const score = train(() => false);
    expect([...score(Float32Array.of(1, 2))].every(Number.isFinite)).toBe(true);
  });

  it('stops', () => {
    const stopped = { ...silent, signal: { aborted: true } };
    const run = () => trainDiscriminant({ points, classOf, classes: 2 }, () => true, stopped);
    expect(run).toThrow(AnalysisCancelled);
  });
});
