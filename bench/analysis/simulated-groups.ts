import { sampleOf } from '../../src/analyses/kit/statistics/sample.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { chooseTest, runTest } from '../../src/analyses/types/comparison/group-test.ts';
import { createNormal } from './normal.ts';

const simulations = 2000;

/** Sizes and standard deviations of groups with the same mean. */
const designs: readonly (readonly [sizes: number[], deviations: number[]])[] = [
  [
    [10, 100],
    [4, 1],
  ],
  [
    [100, 10],
    [4, 1],
  ],
  [
    [20, 200],
    [10, 1],
  ],
  [
    [30, 30],
    [1, 1],
  ],
  [
    [10, 20, 100],
    [4, 2, 1],
  ],
  [
    [100, 20, 10],
    [4, 2, 1],
  ],
  [
    [20, 50, 500],
    [3, 2, 1],
  ],
  [
    [15, 30, 60],
    [1, 1, 1],
  ],
  [
    [10, 12, 15, 20, 50, 100],
    [4, 3, 2, 1, 1, 1],
  ],
  [
    [100, 50, 20, 15, 12, 10],
    [4, 3, 2, 1, 1, 1],
  ],
];

/**
 * How often `auto` finds a difference (p < .05) between groups that have none: normal values of
 * unequal sizes and variances, 2,000 simulations of each design.
 */
export function simulateFalsePositives(): string {
  const random = createRandom(11);
  const normal = createNormal(random);
  const rates = designs.map(([sizes, deviations]) => {
    let rejected = 0;
    for (let at = 0; at < simulations; at += 1) {
      const groups = sizes.map((size, group) => ({
        name: String(group),
        ...sampleOf(
          Float64Array.from({ length: size }, () =>
            Math.round(100 + 10 * (deviations[group] ?? 1) * normal()),
          ).sort(),
        ),
      }));
      const test = chooseTest(groups, { isNominal: false, isLevel: false });
      if ((runTest(test, groups, [])?.p ?? 1) < 0.05) rejected += 1;
    }
    return rejected / simulations;
  });
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  return (
    `false positives of auto ${(100 * least).toFixed(1)}–${(100 * most).toFixed(1)} % ` +
    `(${designs.length} designs × ${simulations.toLocaleString('en')})`
  );
}
