import type { TestApp } from './app.ts';
import type { ParityCase } from './parity-case.ts';
import { deleted, made } from './question-states.ts';

const respondent = 'parity';

const recorded = async (service: TestApp) => {
  const question_id = await made(service);
  const answers = ['Oxygen', 'Carbon dioxide', 'Argon'];
  const body = answers.map((answer) => ({ question_id, respondent, answer, group: 'B' }));
  await service.rest('POST', '/responses', body);
  return question_id;
};

/** The same response for both interfaces, to a question of its own. */
const response = (give: (service: TestApp) => Promise<string>, rest: object, graphql: object) => ({
  body: async (service: TestApp) => ({ question_id: await give(service), ...rest }),
  variables: async (service: TestApp) => ({
    input: { questionId: await give(service), ...graphql },
  }),
});

const whole = {
  version: 1,
  respondent: ' r-1 ',
  option: 'carbon DIOXIDE ',
  time_ms: 1200,
  form_id: '01a1dcf3-a623-703b-b9e6-140b15b653d2',
  session_id: null,
  group: '7b',
  recorded_at: '2026-01-31T13:00:00.5+01:00',
};
const { time_ms: timeMs, form_id: formId, recorded_at: recordedAt, ...same } = whole;
const { session_id: sessionId, ...others } = same;
const wholeInput = { ...others, timeMs, formId, sessionId, recordedAt };

const wrong = { score: 1.5, time_ms: -1, respondent: 'x'.repeat(10_000), option: 'a', answer: 'b' };
const { time_ms: wrongTime, ...wrongRest } = wrong;
const wrongInput = { ...wrongRest, timeMs: wrongTime };

const table = 'respondent,taken,lost\nr-1,1,0\n';

export const responseParityCases: Record<string, ParityCase[]> = {
  listResponses: [
    { does: 'shows the first page', given: recorded, variables: {} },
    {
      does: 'chooses and pages',
      query:
        '?respondent=parity&group=B&version=1&recorded_from=2020-01-01T00:00:00Z&recorded_to=2030-01-01T00:00:00Z&limit=2&offset=1',
      given: recorded,
      variables: {
        filter: {
          respondent,
          group: 'B',
          version: 1,
          recordedFrom: '2020-01-01T00:00:00Z',
          recordedTo: '2030-01-01T00:00:00Z',
        },
        first: 2,
        offset: 1,
      },
    },
    {
      does: 'refuses criteria that are none',
      query: '?version=0&form_id=1&recorded_from=yesterday&limit=0',
      variables: {
        filter: { formId: '1', version: 0, recordedFrom: 'yesterday' },
        first: 0,
      },
      code: 'BAD_REQUEST',
    },
  ],
  recordResponse: [
    { does: 'records an option and scores it', ...response(made, whole, wholeInput) },
    { does: 'records a score alone', ...response(made, { score: 0.5 }, { score: 0.5 }) },
    {
      does: 'tells every broken rule',
      ...response(made, wrong, wrongInput),
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses an option of another question and a time to come',
      ...response(
        made,
        { option: 'Argon', recorded_at: '2036-01-01T00:00:00Z' },
        { option: 'Argon', recordedAt: '2036-01-01T00:00:00Z' },
      ),
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses a deleted question',
      ...response(deleted, { score: 1 }, { score: 1 }),
      code: 'BAD_USER_INPUT',
    },
  ],
  recordResponses: [
    {
      does: 'records two',
      body: async (service: TestApp) => {
        const question_id = await made(service);
        return [
          { question_id, answer: 'Argon' },
          { question_id, option: 'oxygen' },
        ];
      },
      variables: async (service: TestApp) => {
        const questionId = await made(service);
        return {
          input: [
            { questionId, answer: 'Argon' },
            { questionId, option: 'oxygen' },
          ],
        };
      },
    },
    {
      does: 'refuses all for what is wrong with some',
      body: async (service: TestApp) => {
        const question_id = await made(service);
        return [
          { question_id, score: 1 },
          { question_id, score: 1, version: 9 },
          { question_id: whole.form_id, score: 1 },
        ];
      },
      variables: async (service: TestApp) => {
        const questionId = await made(service);
        return {
          input: [
            { questionId, score: 1 },
            { questionId, score: 1, version: 9 },
            { questionId: whole.form_id, score: 1 },
          ],
        };
      },
      code: 'BAD_USER_INPUT',
    },
    { does: 'refuses none', body: [], variables: { input: [] }, code: 'BAD_USER_INPUT' },
  ],
  importResponses: [
    {
      does: 'tries a table',
      query: '?format=csv&on_error=skip&dry_run=true&cells=score&source=parity&group=7b',
      body: table,
      variables: {
        input: {
          content: table,
          format: 'CSV',
          onError: 'SKIP',
          dryRun: true,
          cells: 'SCORE',
          source: 'parity',
          group: '7b',
        },
      },
    },
    {
      does: 'refuses a file that it cannot read',
      body: 'nonsense',
      variables: { input: { content: 'nonsense' } },
      code: 'BAD_USER_INPUT',
    },
  ],
  deleteResponses: [
    {
      does: 'deletes those of a respondent',
      given: recorded,
      query: `?respondent=${respondent}`,
      variables: { respondent },
    },
    {
      does: 'refuses a respondent of nothing',
      query: '?respondent=%20',
      variables: { respondent: ' ' },
      code: 'BAD_REQUEST',
    },
  ],
};
