import * as z from 'zod';
import { toSnakeCase } from '../../domain/naming.ts';
import { levelsByName } from '../../domain/question.ts';
import {
  questionFilter,
  questionFilterFields,
  randomSeed,
  sortOrders,
} from '../../domain/question-criteria.ts';
import {
  newQuestion,
  newQuestions,
  questionChanges,
  questionDraft,
  restoreRequest,
} from '../../domain/question-input.ts';
import { pageFragment, paging } from './paging.ts';
import { questionForms } from './question-forms.ts';
import type { Parameter, Row, Success } from './row.ts';

/** The fields of a question and of each of its versions. */
export const contentSelection = `
    question_text: questionText
    correct_answer: correctAnswer
    incorrect_answers: incorrectAnswers
    accepted_answers: acceptedAnswers
    category: categoryName
    difficulty: difficultyLevel
    topic_focus: topicFocus
    source
    external_id: externalId`;

export const questionFragment = `
  fragment Question on Question {
    id
    ${contentSelection}
    version
    created_at: createdAt
    updated_at: updatedAt
  }`;

export const readOnly = ['id', 'version', 'created_at', 'updated_at'];

const oneQuestion: Omit<Success, 'status'> = { etag: ({ version }) => `"${version}"` };

export const criteria: Record<string, Parameter> = Object.fromEntries(
  Object.entries(questionFilterFields).map(([name, schema]) => [
    toSnakeCase(name),
    {
      schema,
      variable: `filter.${name}`,
      ...(name === 'difficulty' && { names: levelsByName }),
    },
  ]),
);

function update(method: 'PUT' | 'PATCH'): Row {
  return {
    method,
    path: '/questions/{id}',
    // PUT is kept for older clients and changes what PATCH changes.
    name: method === 'PUT' ? 'updateQuestionFields' : 'updateQuestion',
    summary: 'Update fields of a question; omitted fields keep their value',
    body: { name: 'QuestionChanges', rules: questionChanges, variable: 'input', readOnly },
    isConditional: true,
    document: `
      mutation UpdateQuestion($id: ID!, $input: QuestionChangesInput!, $ifVersion: [Int!]) {
        body: updateQuestion(id: $id, input: $input, ifVersion: $ifVersion) { ...Question }
      } ${questionFragment}`,
    success: { status: 200, ...oneQuestion },
    errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  };
}

export const questionRows: readonly Row[] = [
  {
    method: 'GET',
    path: '/questions',
    name: 'listQuestions',
    summary: 'List and search questions',
    takesQuery: true,
    query: {
      ...criteria,
      sort: {
        schema: z.enum(sortOrders).meta({
          description:
            'Sort order; `-` for descending, ties broken by id; `random` as `seed` chooses. Default created_at, or relevance with `search`.',
        }),
        variable: 'sort',
        also: (sort) => ({ isRandom: sort === 'random' }),
      },
      seed: { schema: randomSeed, variable: 'seed' },
      ...paging,
    },
    filterRules: questionFilter,
    document: `
      query ListQuestions(
        $filter: QuestionFilter, $sort: QuestionSort, $seed: String, $isRandom: Boolean = false,
        $first: Int, $offset: Int, $after: String
      ) {
        body: questions(
          filter: $filter, sort: $sort, seed: $seed, first: $first, offset: $offset, after: $after
        ) {
          data: nodes { ...Question }
          page { ...QuestionPage }
        }
      } ${questionFragment}
      fragment QuestionPage on Page {
        limit offset total has_more: hasMore next_cursor: nextCursor seed @include(if: $isRandom)
      }`,
    success: { status: 200, otherForms: questionForms },
    errors: [],
  },
  {
    method: 'POST',
    path: '/questions',
    name: 'createQuestion',
    summary: 'Create a question',
    body: { name: 'NewQuestion', rules: newQuestion, variable: 'input', readOnly },
    document: `
      mutation CreateQuestion($input: QuestionInput!) {
        body: createQuestion(input: $input) { ...Question }
      } ${questionFragment}`,
    success: { status: 201, location: ({ id }) => `/questions/${id}`, ...oneQuestion },
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/questions',
    name: 'createQuestions',
    summary: 'Create 1 to 1,000 questions in one transaction',
    body: { name: 'NewQuestion', rules: newQuestions, variable: 'input', readOnly },
    document: `
      mutation CreateQuestions($input: [QuestionInput!]!) {
        data: createQuestions(input: $input) { ...Question }
      } ${questionFragment}`,
    success: { status: 201 },
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/questions/advice',
    name: 'adviseOnQuestion',
    summary: 'Check a question before it is saved: broken rules, likely duplicates, quality',
    body: {
      name: 'QuestionDraft',
      rules: questionDraft,
      variable: 'draft',
      example: {
        question_text: 'Which planet are closest to the sun ?',
        correct_answer: 'Mercury',
        incorrect_answers: ['Venus', 'Earth', 'mercury'],
        category: 'Astronomy',
      },
      readOnly: readOnly.filter((name) => name !== 'id'),
    },
    document: `
      query AdviseOnQuestion($draft: JSON!) {
        data: questionAdvice(draft: $draft) { ...QuestionAdvice }
      }
      fragment QuestionAdvice on QuestionAdvice {
        kind: kindName
        rule
        severity
        message
        why
        field: fieldName
        index
        span
        suggestion
        question_id: questionId
      }`,
    success: { status: 200, omitsNulls: true },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'GET',
    path: '/questions/{id}',
    name: 'getQuestion',
    summary: 'Get a question',
    document: `
      query GetQuestion($id: ID!) { body: question(id: $id) { ...Question } } ${questionFragment}`,
    success: { status: 200, ...oneQuestion },
    errors: ['NOT_FOUND'],
  },
  update('PUT'),
  update('PATCH'),
  {
    method: 'DELETE',
    path: '/questions/{id}',
    name: 'deleteQuestion',
    summary: 'Delete a question; its history is kept',
    isConditional: true,
    document: `
      mutation DeleteQuestion($id: ID!, $ifVersion: [Int!]) {
        body: deleteQuestion(id: $id, ifVersion: $ifVersion)
      }`,
    success: { status: 204 },
    errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  },
  {
    method: 'GET',
    path: '/questions/{id}/history',
    name: 'getQuestionHistory',
    summary: 'List the versions of a question, newest first; works for deleted questions too',
    query: paging,
    document: `
      query GetQuestionHistory($id: ID!, $first: Int, $offset: Int, $after: String) {
        body: questionHistory(id: $id, first: $first, offset: $offset, after: $after) {
          data: nodes { ...QuestionVersion }
          page { ...Page }
        }
      }
      fragment QuestionVersion on QuestionVersion {
        version
        change: changeName
        changed_by: changedBy
        changed_by_name: changedByName
        changed_at: changedAt
        changes { field: fieldName before after }
        question: content { ${contentSelection} }
      } ${pageFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'POST',
    path: '/questions/{id}/restore',
    name: 'restoreQuestion',
    summary: 'Restore an earlier version of a question; works for deleted questions too',
    body: { name: 'RestoreRequest', rules: restoreRequest },
    isConditional: true,
    document: `
      mutation RestoreQuestion($id: ID!, $version: Int!, $ifVersion: [Int!]) {
        body: restoreQuestion(id: $id, version: $version, ifVersion: $ifVersion) { ...Question }
      } ${questionFragment}`,
    success: { status: 200, ...oneQuestion },
    errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  },
];
