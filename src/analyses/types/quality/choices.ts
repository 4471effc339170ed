import { answerMarker } from './answer-marker.ts';
import { choiceFormRules } from './choice-form.ts';
import { choiceNumberRules } from './choice-numbers.ts';
import { choiceWordingRules } from './choice-wording.ts';
import { clangWord } from './clang-word.ts';
import { grammarCueRules } from './grammar-cues.ts';
import { keyCueRules } from './key-cues.ts';
import { overlappingChoices } from './overlap.ts';
import type { QualityRule } from './rule.ts';
import { duplicateChoices } from './same-choices.ts';

export const choiceRules: readonly QualityRule[] = [
  ...choiceWordingRules,
  ...keyCueRules,
  ...grammarCueRules,
  answerMarker,
  clangWord,
  duplicateChoices,
  overlappingChoices,
  ...choiceFormRules,
  ...choiceNumberRules,
];
