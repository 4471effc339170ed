import { blankRules } from './blanks.ts';
import { doubleNegative } from './double-negative.ts';
import { focusRules } from './focus.ts';
import { answerInStem } from './given-away.ts';
import { lengthRules } from './length.ts';
import { missingChoices } from './missing-choices.ts';
import { negativeStem } from './negative-stem.ts';
import { noQuestion } from './no-question.ts';
import type { QualityRule } from './rule.ts';
import { severalQuestions } from './several-questions.ts';

export const stemRules: readonly QualityRule[] = [
  answerInStem,
  negativeStem,
  doubleNegative,
  missingChoices,
  noQuestion,
  severalQuestions,
  ...focusRules,
  ...blankRules,
  ...lengthRules,
];
