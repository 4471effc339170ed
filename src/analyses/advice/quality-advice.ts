import { applySeverities, checkQuestionInSteps } from '../types/quality/check-question.ts';
import type { QuestionTexts } from '../types/quality/rule.ts';
import { type QualityFinding, qualityParameters } from '../types/quality/schema.ts';
import type { Spelling } from '../types/quality/spelling.ts';
import type { Advice } from './advice.ts';

const parameters = qualityParameters.parse({});
const rules = applySeverities(parameters);

/**
 * The findings of the quality analysis with its default parameters. The hint about the language needs
 * a detector of 100 MB, and is left to the analysis. Yields between its steps.
 */
export function* adviseOnQuality(
  question: QuestionTexts,
  spelling: Spelling | undefined,
): Generator<void, Advice[]> {
  const incorrectAnswers = withinLimit(question.incorrectAnswers);
  const isCut = incorrectAnswers.length < question.incorrectAnswers.length;
  const checked = { ...question, incorrectAnswers };
  const findings = yield* checkQuestionInSteps(checked, rules, { ...parameters, spelling });
  const advice = findings.map((finding) => toAdvice(finding, question, isCut));
  if (isCut) advice.push(choicesUnchecked(incorrectAnswers.length));
  return spelling ? advice : [...advice, spellingUnchecked];
}

/** Characters of choices that are checked: more than any test has, and few enough for 10 ms. */
const maxChoiceCharacters = 5000;

function withinLimit(choices: readonly string[]): readonly string[] {
  let characters = 0;
  const end = choices.findIndex((choice) => {
    characters += choice.length;
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

function toAdvice(finding: QualityFinding, question: QuestionTexts, isCut: boolean): Advice {
  const { rule, severity, field, index, span, message, why } = finding;
  const isPartial = isCut && finding.suggested_answers !== undefined;
  const suggestion = isPartial ? undefined : suggestionOf(finding, question);
  return {
    kind: 'quality',
    rule,
    severity,
    field: fields[field],
    ...(index !== undefined && { index }),
    span,
    message,
    why,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** The whole new value of the field: a choice is replaced within its list. */
function suggestionOf(
  { index, suggestion, suggested_answers }: QualityFinding,
  { incorrectAnswers }: QuestionTexts,
): string | readonly string[] | undefined {
  if (suggested_answers !== undefined) return suggested_answers;
  if (suggestion === undefined || index === undefined) return suggestion;
  return incorrectAnswers.map((answer, at) => (at === index ? suggestion : answer));
}
