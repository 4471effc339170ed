import { choiceRules } from './choices.ts';
import { freshnessRules } from './freshness.ts';
import { hygieneRules } from './hygiene.ts';
import type { QualityRule } from './rule.ts';
import { stemRules } from './stems.ts';

/** All rules, in the order in which findings are listed. */
export const qualityRules: readonly QualityRule[] = [
  ...hygieneRules,
  ...stemRules,
  ...choiceRules,
  ...freshnessRules,
];
