import { choiceRules } from './choices.ts';
import { freshnessRules } from './freshness.ts';
import { hygieneRules } from './hygiene.ts';
import type { QualityRule } from './rule.ts';
import { stemRules } from './stems.ts';

/** Hygiene, item-writing flaws, freshness: all rules, in the order in which findings are told. */
export const qualityRules: readonly QualityRule[] = [
  ...hygieneRules,
  ...stemRules,
  ...choiceRules,
  ...freshnessRules,
];
