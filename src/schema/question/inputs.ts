import { questionFilter, sortOrders } from '../../domain/question-criteria.ts';
import { newQuestion, questionChanges } from '../../domain/question-input.ts';
import { builder } from '../builder.ts';
import { CategoryEnum, DifficultyEnum } from './type.ts';

/** The rules an input keeps stand beside its type, so that they are checked wherever it is used. */
export const NewQuestionInput = builder.inputType('QuestionInput', {
  description: 'A question to add.',
  extensions: { rules: newQuestion },
  fields: (t) => ({
    questionText: t.string({
      required: true,
      description: 'The question itself; 1 to 2,000 characters.',
    }),
    correctAnswer: t.string({
      required: true,
      description: 'The one right answer; 1 to 1,000 characters.',
    }),
    incorrectAnswers: t.stringList({
      description: 'Up to 20 wrong answers, distinct, none equal to the right one.',
    }),
    category: t.field({ type: CategoryEnum, required: true, description: 'Knowledge category.' }),
    difficulty: t.field({ type: DifficultyEnum, required: true, description: 'How hard it is.' }),
    topicFocus: t.string({
      description: 'A refinement within the category; up to 200 characters.',
    }),
    source: t.string({ description: 'Where it comes from; up to 200 characters.' }),
    externalId: t.string({ description: 'Its id at the source; unique together with source.' }),
  }),
});

export const QuestionChangesInput = builder.inputType('QuestionChangesInput', {
  description: 'New values for some fields of a question; what is left out keeps its value.',
  extensions: { rules: questionChanges },
  fields: (t) => ({
    questionText: t.string({ description: 'The question itself.' }),
    correctAnswer: t.string({ description: 'The one right answer.' }),
    incorrectAnswers: t.stringList({ description: 'All wrong answers; replaces the list.' }),
    category: t.field({ type: CategoryEnum, description: 'Knowledge category.' }),
    difficulty: t.field({ type: DifficultyEnum, description: 'How hard it is.' }),
    topicFocus: t.string({ description: 'A refinement within the category; null removes it.' }),
    source: t.string({ description: 'Where it comes from; null removes it.' }),
    externalId: t.string({ description: 'Its id at the source; null removes it.' }),
  }),
});

export const QuestionFilterInput = builder.inputType('QuestionFilter', {
  description:
    'Which questions; all conditions must hold. Lists mean any of these; one value is a list of one.',
  extensions: { rules: questionFilter },
  fields: (t) => ({
    category: t.field({ type: [CategoryEnum], description: 'Any of these categories.' }),
    difficulty: t.field({ type: [DifficultyEnum], description: 'Any of these levels.' }),
    topicFocus: t.string({ description: 'Exactly this topic focus, in any case.' }),
    search: t.string({
      description:
        'Full text over question, answer and topic: words, "a phrase", or, and -word to leave out.',
    }),
    ids: t.idList({ description: 'Questions with these ids; up to 100.' }),
    source: t.string({ description: 'Questions from this source.' }),
    createdAfter: t.field({ type: 'DateTime', description: 'Created after this moment.' }),
    updatedAfter: t.field({ type: 'DateTime', description: 'Changed after this moment.' }),
  }),
});

export const QuestionSortEnum = builder.enumType('QuestionSort', {
  description: 'The order of a list; equal ones by id.',
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
