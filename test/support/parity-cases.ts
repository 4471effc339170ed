import type { TestApp } from './app.ts';
import { notFound, type ParityCase, stale } from './parity-case.ts';
import {
  changed,
  deleted,
  input,
  made,
  origin,
  question,
  unknown,
  unlikeOthers,
  withTakenSourceKey,
} from './question-states.ts';

const wrong = { ...question, question_text: ' ', incorrect_answers: ['A', 'a', 'carbon DIOXIDE'] };
const wrongInput = { ...input, questionText: ' ', incorrectAnswers: wrong.incorrect_answers };
const taken = { ...input, externalId: 'taken' };

const update: ParityCase[] = [
  {
    does: 'changes some fields',
    given: made,
    body: { category: 'Science', incorrect_answers: [], topic_focus: 'Plants' },
    ifMatch: '"1"',
    variables: {
      input: { category: 'SCIENCE', incorrectAnswers: [], topicFocus: 'Plants' },
      ifVersion: [1],
    },
  },
  {
    does: 'changes nothing',
    given: changed,
    body: { difficulty: 2 },
    variables: { input: { difficulty: 'ADVANCED' } },
  },
  {
    does: 'refuses an empty change',
    given: made,
    body: {},
    variables: { input: {} },
    code: 'BAD_USER_INPUT',
  },
  {
    does: 'refuses an answer that is among the wrong ones already',
    given: made,
    body: { correct_answer: 'oxygen' },
    variables: { input: { correctAnswer: 'oxygen' } },
    code: 'BAD_USER_INPUT',
  },
  {
    does: 'refuses an origin that is taken',
    given: made,
    body: origin,
    variables: { input: { source: 'parity', externalId: 'taken' } },
    code: 'CONFLICT',
  },
  stale({ body: { difficulty: 1 }, variables: { input: { difficulty: 'INTERMEDIATE' } } }),
  notFound({ body: { difficulty: 1 }, variables: { input: { difficulty: 'INTERMEDIATE' } } }),
];

/** Every row by name. */
export const parityCases: Record<string, ParityCase[]> = {
  listQuestions: [
    { does: 'shows the first page', given: made, variables: {} },
    {
      does: 'chooses, sorts and pages',
      given: changed,
      query:
        '?category=science,General%20Knowledge&difficulty=0&difficulty=2&sort=-updated_at&limit=2&offset=1',
      variables: {
        filter: { category: ['SCIENCE', 'GENERAL_KNOWLEDGE'], difficulty: ['BASIC', 'ADVANCED'] },
        sort: 'UPDATED_AT_DESC',
        first: 2,
        offset: 1,
      },
    },
    {
      does: 'searches',
      given: made,
      query: '?search=plants%20-moon&source=parity&created_after=2020-01-01T00:00:00Z',
      variables: {
        filter: { search: 'plants -moon', source: 'parity', createdAfter: '2020-01-01T00:00:00Z' },
      },
    },
    {
      does: 'refuses a page that is too large and an offset that is too small',
      query: '?limit=500&offset=-1',
      variables: { first: 500, offset: -1 },
      code: 'BAD_REQUEST',
    },
    {
      does: 'refuses a seed of an order that is not random',
      query: '?sort=category&seed=1',
      variables: { sort: 'CATEGORY', seed: '1' },
      code: 'BAD_REQUEST',
    },
    {
      does: 'shows all in a random order',
      given: made,
      query: '?sort=random&seed=parity&limit=1',
      variables: { sort: 'RANDOM', seed: 'parity', isRandom: true, first: 1 },
    },
    {
      does: 'refuses a cursor it did not make',
      query: '?cursor=nonsense',
      variables: { after: 'nonsense' },
      code: 'BAD_REQUEST',
    },
    {
      does: 'refuses a cursor beside an offset',
      query: '?offset=0&cursor=nonsense',
      variables: { offset: 0, after: 'nonsense' },
      code: 'BAD_REQUEST',
    },
    {
      does: 'refuses what no filter takes',
      query: '?search=%20&created_after=yesterday',
      variables: { filter: { search: ' ', createdAfter: 'yesterday' } },
      code: 'BAD_REQUEST',
    },
  ],
  createQuestion: [
    { does: 'adds one', body: question, variables: { input } },
    {
      does: 'tells every broken rule',
      body: wrong,
      variables: { input: wrongInput },
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses an origin that is taken',
      body: { ...question, ...origin },
      variables: { input: taken },
      code: 'CONFLICT',
    },
  ],
  createQuestions: [
    { does: 'adds two', body: [question, question], variables: { input: [input, input] } },
    {
      does: 'tells every broken rule of every one',
      body: [wrong, question, wrong],
      variables: { input: [wrongInput, input, wrongInput] },
      code: 'BAD_USER_INPUT',
    },
    { does: 'refuses none', body: [], variables: { input: [] }, code: 'BAD_USER_INPUT' },
    {
      does: 'refuses an origin that is taken',
      body: [question, { ...question, ...origin }],
      variables: { input: [input, taken] },
      code: 'CONFLICT',
    },
  ],
  adviseOnQuestion: [
    {
      does: 'lists broken rules and findings',
      body: { ...wrong, question_text: 'Which  gas do parrots breathe out ?', difficulty: 'easy' },
      variables: {
        draft: {
          questionText: 'Which  gas do parrots breathe out ?',
          correctAnswer: question.correct_answer,
          incorrectAnswers: wrong.incorrect_answers,
          category: question.category,
          difficulty: 'easy',
          source: 'parity',
        },
      },
    },
    {
      does: 'checks a change',
      body: async (service: TestApp) => ({ id: await unlikeOthers(service), topic_focus: '' }),
      variables: async (service: TestApp) => ({
        draft: { id: await unlikeOthers(service), topicFocus: '' },
      }),
    },
    {
      does: 'refuses unknown fields',
      body: { question_text: 'Why?', hint: 'Because' },
      variables: { draft: { questionText: 'Why?', hint: 'Because' } },
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'does not find an unknown id',
      body: async () => ({ id: await unknown() }),
      variables: async () => ({ draft: { id: await unknown() } }),
      code: 'NOT_FOUND',
    },
  ],
  getQuestion: [{ does: 'shows one', given: changed, variables: {} }, notFound()],
  updateQuestionFields: update,
  updateQuestion: update,
  deleteQuestion: [
    { does: 'deletes', given: made, variables: {} },
    stale(),
    notFound(),
    notFound({ does: 'does not delete twice', given: deleted }),
  ],
  listEvents: [
    {
      does: 'shows the first events of some types',
      given: deleted,
      query: '?types=question.created,question.deleted&limit=2',
      variables: { types: ['QUESTION_CREATED', 'QUESTION_DELETED'], first: 2 },
    },
    {
      does: 'shows nothing after the latest',
      query: '?after=latest&types=question.restored',
      variables: { after: 'latest', types: ['QUESTION_RESTORED'] },
    },
    {
      does: 'refuses what is no position and a page that is too large',
      query: '?after=now&limit=101',
      variables: { after: 'now', first: 101 },
      code: 'BAD_REQUEST',
    },
    {
      does: 'does not know a position of another log',
      query: '?after=999999999999999',
      variables: { after: '999999999999999' },
      code: 'GONE',
    },
  ],
  getQuestionHistory: [
    { does: 'shows every version', given: deleted, variables: {} },
    {
      does: 'pages',
      given: deleted,
      query: '?limit=1&offset=1',
      variables: { first: 1, offset: 1 },
    },
    {
      does: 'refuses a page of none',
      given: made,
      query: '?limit=0',
      variables: { first: 0 },
      code: 'BAD_REQUEST',
    },
    notFound(),
  ],
  restoreQuestion: [
    { does: 'goes back', given: changed, body: { version: 1 }, variables: { version: 1 } },
    { does: 'brings back', given: deleted, body: { version: 2 }, variables: { version: 2 } },
    notFound({ body: { version: 1 }, variables: { version: 1 } }),
    notFound({
      does: 'knows no later version',
      given: made,
      body: { version: 9 },
      variables: { version: 9 },
    }),
    stale({ body: { version: 1 }, variables: { version: 1 } }),
    {
      does: 'refuses an origin that another has by now',
      given: withTakenSourceKey,
      body: { version: 2 },
      variables: { version: 2 },
      code: 'CONFLICT',
    },
    {
      does: 'refuses version 0',
      given: made,
      body: { version: 0 },
      variables: { version: 0 },
      code: 'BAD_USER_INPUT',
    },
  ],
};
