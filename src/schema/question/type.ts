import { categories, difficultyNames, exampleQuestion } from '../../domain/question.ts';
import { builder } from '../builder.ts';

export const CategoryEnum = builder.enumType('Category', {
  description: 'The knowledge categories of the question database.',
  values: Object.fromEntries(
    categories.map((name) => [
      name.toUpperCase().replace(' ', '_'),
      { value: name as string, description: name },
    ]),
  ),
});

const levels: Record<string, { value: number; description: string }> = {
  BASIC: { value: 0, description: 'Level 0: most adults know it.' },
  INTERMEDIATE: { value: 1, description: 'Level 1: needs an interest in the field.' },
  ADVANCED: { value: 2, description: 'Level 2: needs study.' },
};

export const DifficultyEnum = builder.enumType('Difficulty', {
  description: 'How hard a question is.',
  values: levels,
});

/** What the OpenAPI document tells of a field beyond its type. */
function shownAs(example: unknown, limits: object = {}) {
  return { jsonSchema: { ...limits, examples: [example] } };
}

export const QuestionRef = builder.prismaNode('Question', {
  description: 'A quiz question with its one right answer.',
  id: { field: 'id', description: 'Made by the service; the same over GraphQL and REST.' },
  fields: (t) => ({
    questionText: t.exposeString('questionText', {
      description: 'The question itself.',
      extensions: shownAs(exampleQuestion.questionText),
    }),
    correctAnswer: t.exposeString('correctAnswer', {
      description: 'The one right answer.',
      extensions: shownAs(exampleQuestion.correctAnswer),
    }),
    incorrectAnswers: t.exposeStringList('incorrectAnswers', {
      description: 'Wrong answers to choose from; may be empty.',
      extensions: shownAs(exampleQuestion.incorrectAnswers),
    }),
    category: t.expose('category', { type: CategoryEnum, description: 'Knowledge category.' }),
    categoryName: t.exposeString('category', {
      description: 'The category as people write it.',
      extensions: shownAs(exampleQuestion.category, { enum: [...categories] }),
    }),
    difficulty: t.expose('difficulty', {
      type: DifficultyEnum,
      description: 'Difficulty by name.',
    }),
    difficultyLevel: t.exposeInt('difficulty', {
      description: `Difficulty by number: ${difficultyNames.map((name, level) => `${level} ${name}`).join(', ')}.`,
      extensions: shownAs(exampleQuestion.difficulty, {
        minimum: 0,
        maximum: difficultyNames.length - 1,
      }),
    }),
    topicFocus: t.exposeString('topicFocus', {
      nullable: true,
      description: 'A refinement within the category.',
      extensions: shownAs(exampleQuestion.topicFocus),
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'Where the question came from.',
      extensions: shownAs(exampleQuestion.source),
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'Its id at the source; unique together with source.',
      extensions: shownAs(exampleQuestion.externalId),
    }),
    version: t.exposeInt('version', {
      description:
        '1 at first, one more with every change; a change can be made to hold for this version only.',
      extensions: shownAs(1),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});
