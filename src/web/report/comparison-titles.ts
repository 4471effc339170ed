import type { ComparisonResult } from '../../analyses/types/comparison/schema.ts';

type Summary = ComparisonResult['summary'];

/** Tests by the names that textbooks have. */
const tests: Readonly<Record<NonNullable<Summary['test']>, string>> = {
  t_test: "Welch's t-test",
  anova: 'one-way ANOVA',
  welch_anova: "Welch's ANOVA",
  kruskal_wallis: 'Kruskal–Wallis test',
  chi_square: 'chi-square test',
  correlation: 'Pearson correlation',
};

const effects: Readonly<Record<NonNullable<Summary['effect']>, string>> = {
  cohens_d: "Cohen's d",
  eta_squared: 'η²',
  epsilon_squared: 'ε²',
  cramers_v: "Cramér's V",
  pearson_r: "Pearson's r",
};

export function testTitle({ test }: Pick<Summary, 'test'>): string {
  return test === null ? 'no test' : tests[test];
}

export function effectTitle({ effect }: Pick<Summary, 'effect'>): string {
  return effect === null ? '' : effects[effect];
}

/** All pairs are compared by the same test. */
export function effectHeading(pairs: ComparisonResult['pairs']): string {
  const effect = pairs.find((pair) => pair.effect)?.effect;
  return effect ? `Effect (${effects[effect]})` : 'Effect';
}
