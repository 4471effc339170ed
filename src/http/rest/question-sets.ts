import { bulkChanges, bulkDeletion } from '../../domain/bulk-input.ts';
import { toCamelCase } from '../../domain/naming.ts';
import { groupList, questionGroups } from '../../domain/question-groups.ts';
import { criteria, questionFragment, readOnly } from './questions.ts';
import type { Row } from './row.ts';

/** Whether the counts are by a group, as a variable. */
const isBy = (group: string) => `by${toCamelCase(`_${group}`)}`;

/** Rows that concern many questions at once. */
export const questionSetRows: readonly Row[] = [
  {
    method: 'GET',
    path: '/questions/counts',
    name: 'countQuestions',
    summary: 'Count questions by category, difficulty, topic, source or month of creation',
    query: {
      by: {
        schema: groupList,
        variable: 'by',
        also: (by) =>
          Object.fromEntries(
            questionGroups.map((group) => [isBy(group), (by as string[]).includes(group)]),
          ),
      },
      ...criteria,
    },
    document: `
      query CountQuestions(
        $by: [QuestionGroup!], $filter: QuestionFilter, $byCategory: Boolean = true,
        $byDifficulty: Boolean = true, $byTopicFocus: Boolean = false, $bySource: Boolean = false,
        $byCreatedMonth: Boolean = false
      ) {
        body: questionCounts(by: $by, filter: $filter) {
          data: groups {
            category: categoryName @include(if: $byCategory)
            difficulty: difficultyLevel @include(if: $byDifficulty)
            topic_focus: topicFocus @include(if: $byTopicFocus)
            source @include(if: $bySource)
            created_month: createdMonth @include(if: $byCreatedMonth)
            count
          }
          total
          more
        }
      }`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'PATCH',
    path: '/questions',
    name: 'updateQuestions',
    summary: 'Make the same changes to 1 to 1,000 questions in one transaction',
    body: { name: 'BulkChanges', rules: bulkChanges, readOnly },
    document: `
      mutation UpdateQuestions($ids: [ID!]!, $changes: QuestionChangesInput!) {
        data: updateQuestions(ids: $ids, input: $changes) { ...Question }
      } ${questionFragment}`,
    success: { status: 200 },
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/questions/delete',
    name: 'deleteQuestions',
    summary: 'Delete 1 to 1,000 questions in one transaction; their history is kept',
    body: { name: 'BulkDeletion', rules: bulkDeletion },
    document: `
      mutation DeleteQuestions($ids: [ID!]!) { data: deleteQuestions(ids: $ids) }`,
    success: { status: 200 },
    errors: [],
  },
];
