import type { TestApp } from './app.ts';
import { notFound, type ParityCase } from './parity-case.ts';
import { made, origin, unknown } from './question-states.ts';

/** The same ids for both interfaces, each side with questions of its own. */
const several = async (service: TestApp) => [await made(service), await made(service)];

const withIds = (
  ids: (service: TestApp) => Promise<string[]>,
  rest: object = {},
  graphql: object = rest,
) => ({
  body: async (service: TestApp) => ({ ids: await ids(service), ...rest }),
  variables: async (service: TestApp) => ({ ids: await ids(service), ...graphql }),
});

const kept = async (service: TestApp) => {
  const ids = [await made(service)];
  return (await service.rest('POST', '/snapshots', { name: 'parity', ids })).body.id;
};

export const setParityCases: Record<string, ParityCase[]> = {
  countQuestions: [
    { does: 'counts by category and level', given: made, variables: {} },
    {
      does: 'counts what matches by other groups',
      given: made,
      query: '?by=topic_focus,source,created_month&category=science&search=plants',
      variables: {
        by: ['TOPIC_FOCUS', 'SOURCE', 'CREATED_MONTH'],
        filter: { category: ['SCIENCE'], search: 'plants' },
        byCategory: false,
        byDifficulty: false,
        byTopicFocus: true,
        bySource: true,
        byCreatedMonth: true,
      },
    },
    {
      does: 'refuses a group that is listed twice',
      query: '?by=source,source',
      variables: { by: ['SOURCE', 'SOURCE'] },
      code: 'BAD_REQUEST',
    },
  ],
  updateQuestions: [
    {
      does: 'changes two alike',
      ...withIds(
        several,
        { changes: { category: 'Science', topic_focus: 'Plants' } },
        { changes: { category: 'SCIENCE', topicFocus: 'Plants' } },
      ),
    },
    {
      does: 'refuses all where some are unknown',
      ...withIds(async (service) => [await made(service), await unknown()], {
        changes: { source: 'x' },
      }),
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses an answer that is among the wrong ones of each',
      ...withIds(
        several,
        { changes: { correct_answer: 'oxygen' } },
        { changes: { correctAnswer: 'oxygen' } },
      ),
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses the same source key for two',
      ...withIds(
        several,
        { changes: { ...origin, external_id: 'shared' } },
        { changes: { source: origin.source, externalId: 'shared' } },
      ),
      code: 'CONFLICT',
    },
  ],
  listSnapshots: [{ does: 'shows the first page', given: kept, variables: {} }],
  getSnapshot: [
    { does: 'shows a page', given: kept, query: '?limit=1', variables: { first: 1 } },
    notFound(),
  ],
  createSnapshot: [
    {
      does: 'keeps a question',
      body: async (service: TestApp) => ({ name: 'one', ids: [await made(service)] }),
      variables: async (service: TestApp) => ({
        input: { name: 'one', ids: [await made(service)] },
      }),
    },
    {
      does: 'refuses what nothing matches',
      given: made,
      body: { name: 'some', criteria: { source: 'snapshots', topic_focus: ['x'] } },
      variables: { input: { name: 'some', criteria: { source: 'snapshots', topicFocus: ['x'] } } },
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses both ids and criteria',
      body: { name: '', ids: ['1'], criteria: {} },
      variables: { input: { name: '', ids: ['1'], criteria: {} } },
      code: 'BAD_USER_INPUT',
    },
  ],
  deleteQuestions: [
    { does: 'deletes two', ...withIds(several), varies: ['data'] },
    {
      does: 'refuses what is no id, and none',
      ...withIds(async () => ['1', '']),
      code: 'BAD_USER_INPUT',
    },
    { does: 'refuses no ids', ...withIds(async () => []), code: 'BAD_USER_INPUT' },
  ],
};
