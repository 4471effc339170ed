import { describe, expect, it } from 'vitest';
import { planRun, runRequest } from '../../src/analyses/run-request.ts';
import { listFaults, parseBy } from '../../src/domain/rules.ts';

const idOf = (at: number) => `01a1dcf3-a623-703b-b9e6-${String(at).padStart(12, '0')}`;
const codesOf = (value: unknown) => listFaults(runRequest, value).map(({ code }) => code);

describe('a request for a run', () => {
  it('is planned with every default', () => {
    const plan = planRun(parseBy(runRequest, { analysisType: 'coverage' }));
    expect(plan).toMatchObject({ questionIds: null, selection: {}, type: { name: 'coverage' } });
    expect(plan.parameters).toMatchObject({ tolerance: 0.02 });
  });

  it('counts an id once, in either case', () => {
    const questionIds = [idOf(1), idOf(2), idOf(1).toUpperCase()];
    const plan = planRun(parseBy(runRequest, { analysisType: 'coverage', questionIds }));
    expect(plan.questionIds).toEqual([idOf(1), idOf(2)]);
  });

  it('takes 100,000 ids and no more', () => {
    const questionIds = Array.from({ length: 100_000 }, (_, at) => idOf(at));
    const request = { analysisType: 'coverage', questionIds };
    expect(parseBy(runRequest, request).questionIds).toHaveLength(100_000);
    expect(codesOf({ ...request, questionIds: [...questionIds, idOf(100_000)] })).toEqual([
      'too_many',
    ]);
  });

  it('is told of the first twenty ids that are none', () => {
    const questionIds = Array.from({ length: 20_000 }, (_, at) => `no ${at}`);
    expect(codesOf({ analysisType: 'coverage', questionIds })).toHaveLength(20);
  });

  it('keeps responses whole for the worker and shows them by count and hash', () => {
    const responses = Array.from({ length: 150_000 }, (_, at) => ({
      respondent: `r-${at % 500}`,
      question_id: idOf(Math.floor(at / 500)),
      score: at % 2,
    }));
    const request = { analysisType: 'item_statistics', parameters: { responses } };
    const { parameters, shownParameters } = planRun(parseBy(runRequest, request));
    expect((parameters as { responses: unknown[] }).responses).toHaveLength(150_000);
    expect(shownParameters).toMatchObject({ responses: { count: 150_000, respondents: 500 } });
  });

  it.each([
    [{}, ['required']],
    [{ analysisType: 'nothing' }, ['unknown_type']],
    [{ analysisType: 'coverage', questionIds: [] }, ['too_few']],
    [{ analysisType: 'coverage', questionIds: [idOf(1)], selection: {} }, ['contradiction']],
    [{ analysisType: 'coverage', parameters: { tolerance: 9 } }, ['out_of_range']],
    [
      JSON.parse('{"analysisType":"coverage","parameters":{"__proto__":1,"a":{"constructor":2}}}'),
      ['unknown_field', 'unknown_field'],
    ],
  ])('%j is refused: %j', (request, codes) => {
    expect(codesOf(request)).toEqual(codes);
  });

  it('that is misspelled is told the nearest type', () => {
    expect(listFaults(runRequest, { analysisType: 'coverag' })).toMatchObject([
      { code: 'unknown_type', detail: expect.stringMatching(/ Did you mean coverage\?$/) },
    ]);
  });
});
