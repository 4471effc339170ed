import { z } from 'zod';
import { brokenRules, type Fault } from './errors.ts';
import {
  categories,
  contentOf,
  exampleQuestion,
  findCategory,
  foldAnswer,
  type QuestionContent,
  type QuestionField,
} from './question.ts';
import { defineRules } from './rules.ts';
import { text } from './text.ts';

const maxQuestionsAtOnce = 1000;

export const category = z
  .string()
  .check((payload) => {
    const found = findCategory(payload.value);
    if (found) {
      payload.value = found;
      return;
    }
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: `Must be one of ${categories.join(', ')}.`,
      params: { code: 'unknown_value' },
    });
  })
  .meta({ enum: [...categories], description: 'Knowledge category; any case is understood.' });

export const difficulty = z
  .int()
  .min(0)
  .max(2)
  .meta({ description: 'Difficulty level: 0 Basic, 1 Intermediate, 2 Advanced.' });

const fields = {
  questionText: text(1, 2000).meta({
    description: 'The question itself.',
    examples: [exampleQuestion.questionText],
  }),
  correctAnswer: text(1, 1000).meta({
    description: 'The one right answer.',
    examples: [exampleQuestion.correctAnswer],
  }),
  incorrectAnswers: z
    .array(text(1, 1000))
    .max(20)
    .meta({
      description: 'Wrong answers to choose from: distinct, none equal to the right one.',
      examples: [exampleQuestion.incorrectAnswers],
    }),
  category: category.meta({ examples: [exampleQuestion.category] }),
  difficulty: difficulty.meta({ examples: [exampleQuestion.difficulty] }),
  topicFocus: text(1, 200)
    .nullable()
    .meta({
      description: 'A refinement within the category.',
      examples: [exampleQuestion.topicFocus],
    }),
  source: text(1, 200)
    .nullable()
    .meta({ description: 'Where the question came from.', examples: [exampleQuestion.source] }),
  externalId: text(1, 200)
    .nullable()
    .meta({
      description: 'Its id at the source; unique together with source when both are set.',
      examples: [exampleQuestion.externalId],
    }),
};

const newQuestionSchema = z.strictObject({
  ...fields,
  incorrectAnswers: fields.incorrectAnswers.default([]),
  topicFocus: fields.topicFocus.default(null),
  source: fields.source.default(null),
  externalId: fields.externalId.default(null),
});

/** A question to be stored. */
export const newQuestion = defineRules(newQuestionSchema, choiceFaults);

/** Up to a thousand of them, all or nothing. */
export const newQuestions = defineRules(
  z.array(newQuestionSchema).min(1).max(maxQuestionsAtOnce),
  (value) => (Array.isArray(value) ? [...eachChoiceFaults(value), ...sameOriginFaults(value)] : []),
);

/** New values for some fields of a question; what is left out keeps its value. */
export const questionChanges = defineRules(
  z.strictObject(fields).partial().meta({ minProperties: 1 }),
  (value) => [...choiceFaults(value), ...emptyFaults(value)],
);

/** The content of a question after an update. Rules that span several fields are checked again. */
export function applyChanges(
  current: QuestionContent,
  changes: Partial<Record<QuestionField, unknown>>,
): QuestionContent {
  // The changes were parsed by the rules above, which name the same fields with the same types.
  const content = { ...contentOf(current), ...changes } as QuestionContent;
  const faults = choiceFaults(content);
  if (faults.length > 0) throw brokenRules('BAD_USER_INPUT', faults);
  return content;
}

/** The earlier version to restore. */
export const restoreRequest = defineRules(
  z.strictObject({
    version: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .meta({ description: 'The version to restore.' }),
  }),
);

export type NewQuestion = z.output<typeof newQuestionSchema>;

/** Choices must differ from each other and from the right answer, as a reader would see them. */
export function choiceFaults(value: unknown): Fault[] {
  if (!isRecord(value) || !Array.isArray(value.incorrectAnswers)) return [];
  const seen = new Set<string>();
  const right = typeof value.correctAnswer === 'string' ? foldAnswer(value.correctAnswer) : null;
  return value.incorrectAnswers.flatMap((answer: unknown, index): Fault[] => {
    if (typeof answer !== 'string') return [];
    const path = ['incorrectAnswers', index];
    const folded = foldAnswer(answer);
    if (folded === right) {
      return [{ path, code: 'equals_answer', detail: 'A wrong answer equals the right one.' }];
    }
    if (seen.has(folded)) {
      return [{ path, code: 'duplicate', detail: 'This wrong answer stands here twice.' }];
    }
    seen.add(folded);
    return [];
  });
}

function eachChoiceFaults(values: unknown[]): Fault[] {
  return values.flatMap((value, index) =>
    choiceFaults(value).map((fault) => ({ ...fault, path: [index, ...fault.path] })),
  );
}

function sameOriginFaults(values: unknown[]): Fault[] {
  const first = new Map<string, number>();
  return values.flatMap((value, index): Fault[] => {
    if (!isRecord(value) || value.source == null || value.externalId == null) return [];
    const origin = JSON.stringify([clean(value.source), clean(value.externalId)]);
    const earlier = first.get(origin);
    if (earlier === undefined) {
      first.set(origin, index);
      return [];
    }
    const detail = `Item ${earlier} has the same source and external id.`;
    return [{ path: [index, 'externalId'], code: 'duplicate', detail }];
  });
}

function emptyFaults(value: unknown): Fault[] {
  const isEmpty = isRecord(value) && Object.values(value).every((item) => item === undefined);
  return isEmpty
    ? [{ path: [], code: 'required', detail: 'Name at least one field to change.' }]
    : [];
}

function clean(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').trim() : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
