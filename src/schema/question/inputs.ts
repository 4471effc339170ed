import { questionFilter, sortOrders } from '../../domain/question-criteria.ts';
import { newQuestion, questionChanges } from '../../domain/question-input.ts';
import { builder } from '../builder.ts';
import { CategoryEnum, DifficultyEnum } from './type.ts';

/** The rules of an input are attached to its type, so that they are checked wherever it is used. */
export const NewQuestionInput = builder.inputType('QuestionInput', {
  description: 'A question to create.',
  extensions: { rules: newQuestion },
  fields: (t) => ({
    questionText: t.string({
      required: true,
      description: '1 to 2,000 characters.',
    }),
    correctAnswer: t.string({
      required: true,
      description: '1 to 1,000 characters.',
    }),
    incorrectAnswers: t.stringList({
      description: 'Up to 20, distinct, none equal to the correct answer; default none.',
    }),
    category: t.field({ type: CategoryEnum, required: true }),
    difficulty: t.field({ type: DifficultyEnum, required: true }),
    topicFocus: t.string({
      description: 'A topic within the category; up to 200 characters.',
    }),
    source: t.string({ description: 'Where the question comes from; up to 200 characters.' }),
    externalId: t.string({
      description:
        'Id of the question at its source; the pair of source and external id is unique.',
    }),
  }),
});

export const QuestionChangesInput = builder.inputType('QuestionChangesInput', {
  description: 'New values for some fields of a question; omitted fields are unchanged.',
  extensions: { rules: questionChanges },
  fields: (t) => ({
    questionText: t.string({ description: '1 to 2,000 characters.' }),
    correctAnswer: t.string({ description: '1 to 1,000 characters.' }),
    incorrectAnswers: t.stringList({ description: 'Replaces the whole list.' }),
    category: t.field({ type: CategoryEnum }),
    difficulty: t.field({ type: DifficultyEnum }),
    topicFocus: t.string({ description: 'Null removes it.' }),
    source: t.string({ description: 'Null removes it.' }),
    externalId: t.string({ description: 'Null removes it.' }),
  }),
});

export const QuestionFilterInput = builder.inputType('QuestionFilter', {
  description: 'Selects questions that meet all conditions. A list matches any of its values.',
  extensions: { rules: questionFilter },
  fields: (t) => ({
    category: t.field({ type: [CategoryEnum] }),
    difficulty: t.field({ type: [DifficultyEnum] }),
    topicFocus: t.string({ description: 'Exact match, case-insensitive.' }),
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
      return [
        isDescending ? `${name}_DESC` : name,
        { value: order, description: isDescending ? 'Descending.' : 'Ascending.' },
      ];
    }),
  ),
});

/** Makes a change conditional on the current version. */
export function versionCondition(t: Parameters<Parameters<typeof builder.mutationFields>[0]>[0]) {
  return t.arg.intList({
    description: 'Only apply the change if the current version is one of these.',
  });
}
