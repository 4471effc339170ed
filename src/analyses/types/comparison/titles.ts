import type { EffectName, TestName } from './group-test.ts';

/** The tests by the names that textbooks have. */
export const testTitles: Readonly<Record<TestName, string>> = {
  t_test: "Welch's t-test",
  anova: 'one-way ANOVA',
  welch_anova: "Welch's ANOVA",
  kruskal_wallis: 'Kruskal–Wallis test',
  chi_square: 'chi-square test',
  correlation: 'Pearson correlation',
};

export const effectTitles: Readonly<Record<EffectName, string>> = {
  cohens_d: "Cohen's d",
  eta_squared: 'η² (eta squared)',
  epsilon_squared: 'ε² (epsilon squared)',
  cramers_v: "Cramér's V",
  pearson_r: "Pearson's r",
};
