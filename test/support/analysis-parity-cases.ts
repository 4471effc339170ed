import { makeRun } from './analysis-states.ts';
import type { TestApp } from './app.ts';
import { notFound, type ParityCase } from './parity-case.ts';
import { made } from './question-states.ts';

const finished = (service: TestApp) => makeRun(service);
const running = (service: TestApp) => makeRun(service, 'RUNNING');

/** The first run of a service is slow: it starts a thread. */
const waitForResult = async () => ({ prefer: 'wait=30' });

const varies = [
  'item_count',
  'started_at',
  'finished_at',
  'duration_ms',
  'summary',
  'result',
  'question_count',
];

/** Without the rules that load dictionaries. */
const rules = { misspelling: 'off', unexpected_language: 'off' };

/** Every analysis row by name. */
export const analysisParityCases: Record<string, ParityCase[]> = {
  runAnalysis: [
    {
      does: 'runs on all questions',
      given: made,
      body: { analysis_type: 'quality', parameters: { max_words: 12, items: 'all', rules } },
      headers: waitForResult,
      variables: {
        wait: 30,
        input: { analysisType: 'QUALITY', parameters: { max_words: 12, items: 'all', rules } },
      },
      varies,
    },
    {
      does: 'runs on what criteria choose',
      given: made,
      body: {
        analysis_type: 'coverage',
        selection: { category: ['General Knowledge'], topic_focus: 'Nobody asked' },
      },
      headers: waitForResult,
      variables: {
        wait: 30,
        input: {
          analysisType: 'COVERAGE',
          selection: { category: ['GENERAL_KNOWLEDGE'], topicFocus: 'Nobody asked' },
        },
      },
      varies: ['started_at', 'finished_at', 'duration_ms'],
    },
    {
      does: 'tells everything that is wrong with a request',
      body: {
        analysis_type: 'coverage',
        question_ids: ['one'],
        parameters: { tolerance: 2, no: 1 },
      },
      variables: {
        input: {
          analysisType: 'COVERAGE',
          questionIds: ['one'],
          parameters: { tolerance: 2, no: 1 },
        },
      },
      code: 'BAD_USER_INPUT',
    },
  ],
  listAnalyses: [
    { does: 'shows the first page', given: finished, variables: {} },
    {
      does: 'chooses, pages and shows results',
      given: finished,
      query: '?analysis_type=coverage&status=SUCCEEDED,FAILED&include=result&limit=2&offset=1',
      variables: {
        filter: { analysisType: ['COVERAGE'], status: ['SUCCEEDED', 'FAILED'] },
        withResult: true,
        first: 2,
        offset: 1,
      },
    },
    {
      does: 'refuses pages of results that are too large',
      query: '?include=result&limit=100',
      variables: { withResult: true, first: 100 },
      code: 'QUERY_TOO_COMPLEX',
    },
  ],
  listAnalysisTypes: [{ does: 'shows them all', variables: {} }],
  getAnalysis: [
    { does: 'shows a result', given: finished, variables: {} },
    {
      does: 'shows a page of the items',
      given: finished,
      query: '?limit=1&offset=1',
      variables: { limit: 1, offset: 1 },
    },
    {
      does: 'refuses a page that is too large',
      given: finished,
      query: '?limit=1001',
      variables: { limit: 1001 },
      code: 'BAD_REQUEST',
    },
    notFound(),
  ],
  cancelAnalysis: [
    { does: 'stops a run', given: running, variables: {}, varies },
    { does: 'leaves a run that is over', given: finished, variables: {}, code: 'CONFLICT' },
    notFound(),
  ],
  deleteAnalysis: [
    { does: 'deletes a run', given: finished, variables: {} },
    { does: 'leaves a run that is under way', given: running, variables: {}, code: 'CONFLICT' },
    notFound(),
  ],
  getAnalysisReport: [
    { does: 'shows a report', given: finished, variables: {} },
    { does: 'has none of a run under way', given: running, variables: {}, code: 'CONFLICT' },
    notFound(),
  ],
  compareAnalyses: [
    { does: 'shows what moved', given: finished, variables: {} },
    { does: 'takes runs with a result only', given: running, variables: {}, code: 'CONFLICT' },
    notFound(),
  ],
};
