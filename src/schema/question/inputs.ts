import { questionFilter, sortOrders } from '../../domain/question-criteria.ts';
import { newQuestion, questionChanges } from '../../domain/question-input.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { CategoryEnum, DifficultyEnum } from './type.ts';

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  'InputObject'
>;

/** The same fields for create and update; only what must be given differs. */
function contentFields(t: InputBuilder, required: boolean) {
  return {
    questionText: t.string({ required, description: '1 to 2,000 characters.' }),
    correctAnswer: t.string({ required, description: '1 to 1,000 characters.' }),
    incorrectAnswers: t.stringList({
      description: 'Up to 20, distinct, none equal to the correct answer. Replaces the whole list.',
    }),
    acceptedAnswers: t.stringList({
      description:
        'Other texts that count as the correct answer: up to 20, distinct, none equal to the correct or an incorrect answer. Replaces the whole list.',
    }),
    category: t.field({ type: CategoryEnum, required }),
    difficulty: t.field({ type: DifficultyEnum, required }),
    topicFocus: t.string({
      description: 'A topic within the category, up to 200 characters; null for none.',
    }),
    source: t.string({
      description: 'Where the question comes from, up to 200 characters; null for none.',
    }),
    externalId: t.string({
      description:
        'Id of the question at its source; null for none. The pair of source and external id is unique.',
    }),
  };
}

/** The rules of an input are attached to its type, so that they are checked wherever it is used. */
export const NewQuestionInput = builder.inputType('QuestionInput', {
  description: 'A question to create.',
  extensions: { rules: newQuestion },
  fields: (t) => contentFields(t, true),
});

export const QuestionChangesInput = builder.inputType('QuestionChangesInput', {
  description: 'New values for some fields of a question; omitted fields are unchanged.',
  extensions: { rules: questionChanges },
  fields: (t) => contentFields(t, false),
});

/** Has no rules: what breaks them is part of the advice. */
export const QuestionAdviceInput = builder.inputType('QuestionAdviceInput', {
  description:
    'A question that is being written: any fields of a new question, or the changes of a stored one.',
  fields: (t) => contentFields(t, false),
});

export const QuestionFilterInput = builder.inputType('QuestionFilter', {
  description: 'Selects questions that meet all conditions. A list matches any of its values.',
  extensions: { rules: questionFilter },
  fields: (t) => ({
    category: t.field({ type: [CategoryEnum] }),
    difficulty: t.field({ type: [DifficultyEnum] }),
    topicFocus: t.stringList({ description: 'Exact matches, case-insensitive.' }),
    search: t.string({
      description:
        'Full-text search in question, answer and topic: words, "a phrase", `or`, and `-word` to exclude.',
    }),
    ids: t.idList({ description: 'Up to 100.' }),
    source: t.string({ description: 'Exact match.' }),
    createdAfter: t.field({ type: 'DateTime' }),
    updatedAfter: t.field({ type: 'DateTime' }),
  }),
});

export const QuestionSortEnum = builder.enumType('QuestionSort', {
  description: 'The order of a list; ties are sorted by id.',
  values: Object.fromEntries(
    sortOrders.map((order) => {
      const isDescending = order.startsWith('-');
      const name = order.replace('-', '').toUpperCase();
      const description =
        order === 'random' ? 'As `seed` chooses.' : isDescending ? 'Descending.' : 'Ascending.';
      return [isDescending ? `${name}_DESC` : name, { value: order, description }];
    }),
  ),
});

/** Makes a change conditional on the current version. */
export function versionCondition(t: Parameters<Parameters<typeof builder.mutationFields>[0]>[0]) {
  return t.arg.intList({
    description: 'Only apply the change if the current version is one of these.',
  });
}
