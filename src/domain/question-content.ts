import { validationError } from './errors.ts';
import { choiceFaults, type NewQuestion, newQuestion, questionRules } from './question-input.ts';
import { parseBy } from './rules.ts';

/** What clients can set on a question: all fields that the rules name. */
export type QuestionContent = NewQuestion;

export type QuestionField = keyof QuestionContent;

export const questionFields = Object.keys(questionRules) as QuestionField[];

/** The content alone, without id, version and dates. */
export function contentOf(question: QuestionContent): QuestionContent {
  // Every field of the type is in the list, because both come from the rules.
  return Object.fromEntries(
    questionFields.map((field) => [field, question[field]]),
  ) as unknown as QuestionContent;
}

/** The fields in which two contents differ. */
export function changedFields(before: QuestionContent, after: QuestionContent): QuestionField[] {
  return questionFields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/** The content after an update. Rules that span several fields are checked again. */
export function applyChanges(
  current: QuestionContent,
  changes: Partial<Record<QuestionField, unknown>>,
): QuestionContent {
  // The changes were parsed by the same rules, field by field.
  const content = { ...contentOf(current), ...changes } as QuestionContent;
  const faults = choiceFaults(content);
  if (faults.length > 0) throw validationError('BAD_USER_INPUT', faults);
  return content;
}

/**
 * Whether a rule that spans several fields needs the stored values of some of them. Accepted answers, which few
 * questions have, are left to the statement: it changes no question that has some when new choices are given.
 */
export function needStoredContent(changes: Partial<Record<QuestionField, unknown>>): boolean {
  const { correctAnswer, incorrectAnswers, acceptedAnswers } = changes;
  const hasAllChoices = correctAnswer !== undefined && incorrectAnswers !== undefined;
  const hasNone = correctAnswer === undefined && incorrectAnswers === undefined;
  return acceptedAnswers === undefined ? !hasAllChoices && !hasNone : !hasAllChoices;
}

/** The example in requests and responses throughout the API documents. */
export const exampleQuestion = parseBy(
  newQuestion,
  Object.fromEntries(questionFields.map((field) => [field, exampleOf(field)])),
);

function exampleOf(field: QuestionField): unknown {
  const { examples } = questionRules[field].meta() ?? {};
  return Array.isArray(examples) ? examples[0] : undefined;
}
