import type { StoredQuestion } from '../../db/question-columns.ts';
import { categories, difficultyNames } from '../../domain/question.ts';
import { exampleQuestion, type QuestionContent } from '../../domain/question-content.ts';
import { builder, type SchemaTypes } from '../builder.ts';

export const CategoryEnum = builder.enumType('Category', {
  description: 'The knowledge category of a question.',
  values: Object.fromEntries(
    categories.map((name) => [name.toUpperCase().replace(' ', '_'), { value: name as string }]),
  ),
});

const levels: Record<string, { value: number; description: string }> = {
  BASIC: { value: 0, description: 'Level 0: common knowledge.' },
  INTERMEDIATE: { value: 1, description: 'Level 1: requires an interest in the field.' },
  ADVANCED: { value: 2, description: 'Level 2: requires study.' },
};

export const DifficultyEnum = builder.enumType('Difficulty', {
  description: 'The difficulty of a question.',
  values: levels,
});

/** What the OpenAPI document shows of a field beyond its type. */
function shownAs(example: unknown, limits: object = {}) {
  return { jsonSchema: { ...limits, examples: [example] } };
}

export type ContentFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  QuestionContent
>;

/** The fields that a question and each of its versions have. */
export function contentFields(t: ContentFieldBuilder) {
  return {
    questionText: t.exposeString('questionText', {
      extensions: shownAs(exampleQuestion.questionText),
    }),
    correctAnswer: t.exposeString('correctAnswer', {
      extensions: shownAs(exampleQuestion.correctAnswer),
    }),
    incorrectAnswers: t.exposeStringList('incorrectAnswers', {
      description: 'Distractors for multiple choice; may be empty.',
      extensions: shownAs(exampleQuestion.incorrectAnswers),
    }),
    acceptedAnswers: t.exposeStringList('acceptedAnswers', {
      description: 'Other texts that count as the correct answer in a quiz; may be empty.',
      extensions: shownAs(exampleQuestion.acceptedAnswers),
    }),
    category: t.expose('category', { type: CategoryEnum }),
    categoryName: t.exposeString('category', {
      description: 'The category as in REST, such as "General Knowledge".',
      extensions: shownAs(exampleQuestion.category, { enum: [...categories] }),
    }),
    difficulty: t.expose('difficulty', { type: DifficultyEnum }),
    difficultyLevel: t.exposeInt('difficulty', {
      description: `The difficulty as in REST: ${difficultyNames.map((name, level) => `${level} ${name}`).join(', ')}.`,
      extensions: shownAs(exampleQuestion.difficulty, {
        minimum: 0,
        maximum: difficultyNames.length - 1,
      }),
    }),
    topicFocus: t.exposeString('topicFocus', {
      nullable: true,
      description: 'A topic within the category.',
      extensions: shownAs(exampleQuestion.topicFocus),
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Where the question comes from.',
      extensions: shownAs(exampleQuestion.source),
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description:
        'Id of the question at its source; the pair of source and external id is unique.',
      extensions: shownAs(exampleQuestion.externalId),
    }),
  };
}

export const QuestionContentRef = builder.objectRef<QuestionContent>('QuestionContent').implement({
  description: 'The content of a question at one of its versions.',
  fields: contentFields,
});

/** Changes return the times they have set. */
type QuestionSource = Omit<StoredQuestion, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: string | Date;
  readonly updatedAt: string | Date;
};

export const QuestionRef = builder.objectRef<QuestionSource>('Question');

builder.node(QuestionRef, {
  description: 'A quiz question with one correct answer.',
  id: {
    resolve: ({ id }) => id,
    description: 'A UUIDv7 assigned by the service; the same in REST.',
    // Relay's own resolver would make every row of a list a promise.
    extensions: { pothosExposedField: 'id' },
  },
  fields: (t) => ({
    ...contentFields(t as unknown as ContentFieldBuilder),
    version: t.exposeInt('version', {
      description:
        'Starts at 1 and increases by 1 with every change. Pass it as `ifVersion` to avoid lost updates.',
      extensions: shownAs(1),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
