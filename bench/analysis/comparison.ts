import {
  type TestOutcome,
  testAnova,
  testCorrelation,
  testKruskalWallis,
} from '../../src/analyses/kit/statistics/group-tests.ts';
import { sampleOf } from '../../src/analyses/kit/statistics/sample.ts';
import { type BenchRow, measureType, printWhenMain } from './measure.ts';
import { simulateFalsePositives } from './simulated-groups.ts';

/**
 * R 4.2.2 on the lengths and categories of the same 100,000 questions, without measuring them or
 * computing effect sizes: kruskal.test and pairwise.wilcox.test take 0.70 s of CPU.
 */
const reference = 'R: 0.70 s, tests alone';

/** Results of R for i <- 0:29999; x <- (i * 7919) %% 1009 + 40 * (i %% 3); g <- factor(i %% 3). */
const expected: readonly [
  (groups: ReturnType<typeof makeGroups>) => TestOutcome | null,
  number[],
][] = [
  // anova(lm(x ~ g))
  [testAnova, [186.334817879, 3.75297070313e-81, 0.0122711126011]],
  // kruskal.test(x, g)
  [testKruskalWallis, [348.638164661, 1.96872226753e-76, 0.011621659544]],
  // cor.test(i %% 3, x)
  [
    (groups) => testCorrelation(groups, [0, 1, 2]),
    [19.3049749889, 1.54698051292e-82, 0.110775054056],
  ],
];

export async function benchComparison(): Promise<BenchRow[]> {
  const groups = makeGroups();
  const differences = expected.flatMap(([test, figures]) => {
    const outcome = test(groups);
    const actual = [outcome?.statistic, outcome?.p, outcome?.effectSize];
    return figures.map((figure, at) => Math.abs((actual[at] ?? 0) / figure - 1));
  });
  const accuracy = `figures within ${Math.max(...differences).toExponential(0)} of R's`;
  const byLength = await measureType('comparison', { group_by: 'category' });
  const byGrade = await measureType('comparison', {
    group_by: 'category',
    measure: 'flesch_kincaid',
  });
  return [
    { ...byLength, accuracy, reference },
    {
      ...byGrade,
      type: 'comparison (flesch_kincaid)',
      accuracy: simulateFalsePositives(),
      reference,
    },
  ];
}

function makeGroups() {
  return [0, 1, 2].map((level) =>
    sampleOf(
      Float64Array.from(
        { length: 10_000 },
        (_, at) => (((3 * at + level) * 7919) % 1009) + 40 * level,
      ).sort(),
    ),
  );
}

await printWhenMain(import.meta.url, benchComparison);
