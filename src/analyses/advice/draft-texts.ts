import type { Fault } from '../../domain/errors.ts';
import type { QuestionField } from '../../domain/question-content.ts';
import { questionRules } from '../../domain/question-input.ts';

/** The texts of a question that is being written: those that break no rule. */
export interface DraftTexts {
  readonly questionText: string | undefined;
  readonly correctAnswer: string | undefined;
  readonly choices: readonly DraftChoice[];
  /** Which choices break a rule: none, only empty or repeated ones, or some with a text of their own. */
  readonly leftOut: 'none' | 'blanks' | 'texts';
}

export interface DraftChoice {
  readonly text: string;
  /** Index in incorrectAnswers, as given. */
  readonly index: number;
}

export function readDraftTexts(
  fields: Partial<Record<QuestionField, unknown>>,
  faults: readonly Fault[],
): DraftTexts {
  // Faults that are only counted may concern any field.
  const isCut = faults.some(({ more }) => more !== undefined);
  const isValid = (field: QuestionField) => !isCut && faults.every(({ path }) => path[0] !== field);
  const read = (field: 'questionText' | 'correctAnswer') =>
    isValid(field) ? questionRules[field].parse(fields[field]) : undefined;
  const { incorrectAnswers: given = [] } = fields;
  const invalid = faults.filter(({ path }) => path[0] === 'incorrectAnswers');
  return {
    questionText: read('questionText'),
    correctAnswer: read('correctAnswer'),
    choices: !isCut && Array.isArray(given) ? readChoices(given, invalid) : [],
    leftOut: isCut ? 'texts' : describeLeftOut(invalid),
  };
}

function readChoices(given: readonly unknown[], faults: readonly Fault[]): DraftChoice[] {
  const isInvalid = new Set(faults.map(({ path }) => path[1]));
  const valid = given
    .slice(0, maxChoices)
    .map((value, index) => ({ value, index }))
    .filter(({ index }) => !isInvalid.has(index));
  const texts = questionRules.incorrectAnswers.parse(valid.map(({ value }) => value));
  return texts.map((text, at) => ({ text, index: valid[at]?.index ?? at }));
}

/** More than that are reported as invalid, and not all of them are validated. */
const maxChoices = 20;

function describeLeftOut(faults: readonly Fault[]): DraftTexts['leftOut'] {
  if (faults.length === 0) return 'none';
  // An empty choice also equals an empty answer.
  const blanks = new Set(
    faults
      .filter(({ path, code }) => path.length > 1 && (code === 'too_short' || code === 'duplicate'))
      .map(({ path }) => path[1]),
  );
  return faults.every(({ path }) => blanks.has(path[1])) ? 'blanks' : 'texts';
}
