import { choiceFaults } from '../../domain/question-input.ts';
import { applySeverities, checkQuestionInSteps } from '../types/quality/check-question.ts';
import type { TextField } from '../types/quality/rule.ts';
import { type QualityFinding, qualityParameters } from '../types/quality/schema.ts';
import type { Spelling } from '../types/quality/spelling.ts';
import type { Advice } from './advice.ts';
import type { DraftTexts } from './draft-texts.ts';

const parameters = qualityParameters.parse({});
/** An author does not see in which order the choices of a question are shown. */
const rules = applySeverities(parameters).filter(({ rule }) => rule.id !== 'numeric_order');

/**
 * The findings of the quality analysis with its default parameters, on the texts that break no rule. The
 * hint about the language needs a detector of 100 MB, and is left to the analysis. Yields between its steps.
 */
export function* adviseOnQuality(
  draft: DraftTexts,
  spelling: Spelling | undefined,
): Generator<void, Advice[]> {
  const { questionText, correctAnswer } = draft;
  const choices = withinLimit(draft.choices);
  const missing = listMissing(draft);
  const applied = rules.filter(({ rule }) => !rule.requires?.some((field) => missing.has(field)));
  const texts = {
    questionText: questionText ?? '',
    correctAnswer: correctAnswer ?? '',
    incorrectAnswers: choices.map(({ text }) => text),
  };
  const findings = yield* checkQuestionInSteps(texts, applied, { ...parameters, spelling });
  const advice = findings
    .filter(({ field }) => field === 'incorrect_answers' || !missing.has(field))
    .map((finding, _at, all) => toAdvice(finding, suggest(finding, all, draft), draft));
  if (choices.length < draft.choices.length) advice.push(choicesUnchecked(choices.length));
  const isUnchecked = !spelling && applied.some(({ rule }) => rule.id === 'misspelling');
  return isUnchecked ? [...advice, spellingUnchecked] : advice;
}

/** The fields that are not, or not as a whole, among the texts. */
function listMissing({ questionText, correctAnswer, leftOut }: DraftTexts): Set<TextField> {
  const missing = new Set<TextField>();
  if (questionText === undefined) missing.add('question_text');
  if (correctAnswer === undefined) missing.add('correct_answer');
  if (leftOut !== 'none') missing.add('incorrect_answers');
  return missing;
}

/** Characters of choices that are checked: more than any test has, and few enough for 10 ms. */
const maxChoiceCharacters = 5000;

function withinLimit(choices: DraftTexts['choices']): DraftTexts['choices'] {
  let characters = 0;
  const end = choices.findIndex(({ text }) => {
    characters += text.length;
    return characters > maxChoiceCharacters;
  });
  return end < 0 ? choices : choices.slice(0, end);
}

function choicesUnchecked(checked: number): Advice {
  return {
    kind: 'quality',
    rule: 'too_long',
    severity: 'info',
    field: 'incorrectAnswers',
    message: `Only the first ${checked} choices were checked: together they have more than ${maxChoiceCharacters.toLocaleString('en')} characters.`,
  };
}

const spellingUnchecked: Advice = {
  kind: 'quality',
  rule: 'misspelling',
  severity: 'info',
  message:
    'Spelling was not checked: the word lists are still being loaded. Try again in a minute.',
};

const fields = {
  question_text: 'questionText',
  correct_answer: 'correctAnswer',
  incorrect_answers: 'incorrectAnswers',
} as const;

function toAdvice(
  { rule, severity, field, index, span, message, why }: QualityFinding,
  suggestion: Advice['suggestion'],
  { choices }: DraftTexts,
): Advice {
  return {
    kind: 'quality',
    rule,
    severity,
    field: fields[field],
    ...(index !== undefined && { index: choices[index]?.index ?? index }),
    span,
    message,
    why,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** The new value of the field, unless a choice would be empty or like another one. */
function suggest(
  finding: QualityFinding,
  all: readonly QualityFinding[],
  draft: DraftTexts,
): Advice['suggestion'] {
  const suggestion = suggestionOf(finding, all, draft);
  if (suggestion === undefined || [suggestion].flat().includes('')) return undefined;
  const answers = {
    correctAnswer: draft.correctAnswer,
    incorrectAnswers: draft.choices.map(({ text }) => text),
    [fields[finding.field]]: suggestion,
  };
  return choiceFaults(answers).length > 0 ? undefined : suggestion;
}

/** The whole new value of the field: choices are replaced within their list, all that break the rule. */
function suggestionOf(
  { rule, field, suggestion, suggested_answers }: QualityFinding,
  all: readonly QualityFinding[],
  { choices, leftOut }: DraftTexts,
): Advice['suggestion'] {
  if (field !== 'incorrect_answers') return suggestion;
  // A list could not be saved with a choice that breaks a rule, and must not lose what is written there.
  if (leftOut === 'texts') return undefined;
  if (suggested_answers !== undefined)
    return withinLimit(choices).length < choices.length ? undefined : suggested_answers;
  if (suggestion === undefined) return undefined;
  const mended = new Map(
    all
      .filter((each) => each.field === field && each.rule === rule)
      .map((each) => [each.index, each.suggestion]),
  );
  return choices.map(({ text }, at) => mended.get(at) ?? text);
}
