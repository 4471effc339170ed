import * as z from 'zod';
import type { Fault } from './errors.ts';
import { categories, findCategory, foldAnswer } from './question.ts';
import { defineListRules, defineRules } from './rules.ts';
import { cutText, text } from './text.ts';

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
  .meta({
    enum: [...categories],
    description: 'Knowledge category; case-insensitive in requests.',
  });

/** Says what is allowed: the levels are easily mistaken for 1 to 3 or for names. */
const difficultyError = {
  error: ({ input }: { readonly input?: unknown }) =>
    `Must be 0 (basic), 1 (intermediate) or 2 (advanced); got ${cutText(JSON.stringify(input) ?? '', 50)}.`,
};

export const difficulty = z
  .int(difficultyError)
  .min(0, difficultyError)
  .max(2, difficultyError)
  .meta({ description: 'Difficulty level: 0 Basic, 1 Intermediate, 2 Advanced.' });

/** The fields that clients can set, with the rules and the example that the API documents show. */
export const questionRules = {
  questionText: text(1, 2000).meta({
    description: 'The text of the question.',
    examples: ['Which planet is closest to the Sun?'],
  }),
  correctAnswer: text(1, 1000).meta({
    description: 'The only correct answer.',
    examples: ['Mercury'],
  }),
  incorrectAnswers: z
    .array(text(1, 1000))
    .max(20)
    .meta({
      description: 'Distractors: distinct, none equal to the correct answer.',
      examples: [['Venus', 'Earth', 'Mars']],
    }),
  acceptedAnswers: z
    .array(text(1, 1000))
    .max(20)
    .meta({
      description:
        'Other texts that count as the correct answer: distinct, none equal to the correct answer or a distractor.',
      examples: [[]],
    }),
  category: category.meta({ examples: ['Astronomy'] }),
  difficulty: difficulty.meta({ examples: [0] }),
  topicFocus: text(1, 200)
    .nullable()
    .meta({ description: 'A topic within the category.', examples: ['Planets'] }),
  source: text(1, 200)
    .nullable()
    .meta({ description: 'Where the question comes from.', examples: [null] }),
  externalId: text(1, 200)
    .nullable()
    .meta({
      description:
        'Id of the question at its source; the pair of source and external id is unique.',
      examples: [null],
    }),
};

const newQuestionSchema = z.strictObject({
  ...questionRules,
  incorrectAnswers: questionRules.incorrectAnswers.default([]),
  acceptedAnswers: questionRules.acceptedAnswers.default([]),
  topicFocus: questionRules.topicFocus.default(null),
  source: questionRules.source.default(null),
  externalId: questionRules.externalId.default(null),
});

export const newQuestion = defineRules(newQuestionSchema, choiceFaults);

export const newQuestions = defineListRules(
  newQuestion,
  { min: 1, max: maxQuestionsAtOnce },
  sourceKeyFaults,
);

/** New values for some fields; omitted fields are unchanged. */
export const questionChanges = defineRules(
  z.strictObject(questionRules).partial().meta({ minProperties: 1 }),
  (value) => [...choiceFaults(value), ...emptyFaults(value)],
);

/**
 * A question that is being written. Its values may break any rule: advice lists those. With an id, the
 * changes of a stored question.
 */
export const questionDraft = defineRules(
  z
    .strictObject({
      id: z
        .string()
        .meta({ description: 'The stored question that is being changed; omitted for a new one.' }),
      ...Object.fromEntries(
        Object.entries(questionRules).map(([name, rule]) => [name, unchecked(rule)]),
      ),
    })
    .partial(),
);

/** The same field with any value. */
function unchecked(rule: z.ZodType): z.ZodType {
  const { description = '', examples = [] } = rule.meta() ?? {};
  return z.unknown().meta({ description, examples });
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

/** Choices must differ from each other and from the correct answer, as a reader would compare them. */
export function choiceFaults(value: unknown): Fault[] {
  if (!isRecord(value)) return [];
  const { correctAnswer, incorrectAnswers, acceptedAnswers } = value;
  const correct = typeof correctAnswer === 'string' ? foldAnswer(correctAnswer) : null;
  const incorrect = new Set<string>();
  const faults = repeatedAnswers('incorrectAnswers', incorrectAnswers, correct, incorrect);
  if (!Array.isArray(acceptedAnswers) || acceptedAnswers.length === 0) return faults;
  const repeated = repeatedAnswers('acceptedAnswers', acceptedAnswers, correct, new Set());
  const contradicting = acceptedAnswers.flatMap((answer: unknown, index): Fault[] => {
    if (typeof answer !== 'string' || !incorrect.has(foldAnswer(answer))) return [];
    const detail = 'Must differ from the incorrect answers.';
    return [{ path: ['acceptedAnswers', index], code: 'equals_incorrect', detail }];
  });
  return [...faults, ...repeated, ...contradicting];
}

/** The answers of a list that equal the correct one or an earlier one of the list; fills `seen`. */
function repeatedAnswers(
  field: 'incorrectAnswers' | 'acceptedAnswers',
  answers: unknown,
  correct: string | null,
  seen: Set<string>,
): Fault[] {
  if (!Array.isArray(answers)) return [];
  const kind = field === 'incorrectAnswers' ? 'incorrect' : 'accepted';
  return answers.flatMap((answer: unknown, index): Fault[] => {
    if (typeof answer !== 'string') return [];
    const path = [field, index];
    const folded = foldAnswer(answer);
    if (folded === correct) {
      return [{ path, code: 'equals_answer', detail: 'Must differ from the correct answer.' }];
    }
    if (seen.has(folded)) {
      return [{ path, code: 'duplicate', detail: `Duplicate of an earlier ${kind} answer.` }];
    }
    seen.add(folded);
    return [];
  });
}

function sourceKeyFaults(values: readonly unknown[]): Fault[] {
  const first = new Map<string, number>();
  return values.flatMap((value, index): Fault[] => {
    if (!isRecord(value) || value.source == null || value.externalId == null) return [];
    const sourceKey = JSON.stringify([clean(value.source), clean(value.externalId)]);
    const earlier = first.get(sourceKey);
    if (earlier === undefined) {
      first.set(sourceKey, index);
      return [];
    }
    const detail = `Item ${earlier} has the same source and external id.`;
    return [{ path: [index, 'externalId'], code: 'duplicate', detail }];
  });
}

function emptyFaults(value: unknown): Fault[] {
  const isEmpty = isRecord(value) && Object.values(value).every((item) => item === undefined);
  return isEmpty ? [{ path: [], code: 'required', detail: 'At least one field is required.' }] : [];
}

function clean(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').trim() : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
