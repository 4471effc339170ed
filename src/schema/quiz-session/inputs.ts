import { newQuizSession, quizAnswer } from '../../domain/quiz-input.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { CategoryEnum, DifficultyEnum } from '../question/type.ts';

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  'InputObject'
>;

function criteriaFields(t: InputBuilder) {
  return {
    category: t.field({ type: [CategoryEnum] }),
    difficulty: t.field({ type: [DifficultyEnum] }),
    topicFocus: t.stringList({ description: 'Exact matches, case-insensitive.' }),
  };
}

const QuizCriteriaInput = builder.inputType('QuizCriteria', {
  description: 'Selects the questions of a quiz. A list matches any of its values.',
  fields: criteriaFields,
});

const QuizQuotaInput = builder.inputType('QuizQuota', {
  description: 'How many questions of a category, level or topic a quiz has.',
  fields: (t) => ({
    ...criteriaFields(t),
    min: t.int({ description: 'At least so many; default 0.' }),
    max: t.int({ description: 'At most so many; default: no limit.' }),
  }),
});

export const NewQuizSessionInput = builder.inputType('QuizSessionInput', {
  description: 'A quiz session to begin.',
  extensions: { rules: newQuizSession },
  fields: (t) => ({
    criteria: t.field({ type: QuizCriteriaInput, description: 'Default: all questions.' }),
    length: t.int({
      description:
        '1 to 1,000. Default: the sum of the quotas, or else all that match, at most 1,000.',
    }),
    quotas: t.field({ type: [QuizQuotaInput], description: 'Up to 20.' }),
    seed: t.string({
      description:
        'Decides which questions are drawn, in which order: the same seed draws the same from the same questions. Made up if omitted.',
    }),
    expiresIn: t.int({
      description: 'Seconds until the session ends: 60 to 2,592,000; default 86,400.',
    }),
  }),
});

export const QuizAnswerInput = builder.inputType('QuizAnswerInput', {
  description: 'The answer of a player.',
  extensions: { rules: quizAnswer },
  fields: (t) => ({
    questionId: t.id({ required: true, description: 'A question that the session has drawn.' }),
    answer: t.string({
      required: true,
      description: 'The text of a choice, or an answer in own words.',
    }),
    timeMs: t.int({
      description: 'Milliseconds the player took. Default: the time since the question was drawn.',
    }),
  }),
});
