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
  const findings = yield* checkQuestionInSteps(question, rules, { ...parameters, spelling });
  const advice = findings.map((finding) => toAdvice(finding, question));
  return spelling ? advice : [...advice, spellingUnchecked];
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

function toAdvice(finding: QualityFinding, question: QuestionTexts): Advice {
  const { rule, severity, field, index, span, message, why } = finding;
  const suggestion = suggestionOf(finding, question);
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
