import Ajv from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { describeAnalysisType } from '../../src/analyses/registry.ts';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { defineRules, listFaults } from '../../src/domain/rules.ts';

const rules = defineRules(itemStatistics.parameters);
const row = { respondent: 'ann', question_id: 'q-1', score: 1 };

function faultsOf(responses: unknown) {
  return listFaults(rules, { responses }).map(({ path, code }) => [path.slice(1).join('/'), code]);
}

describe('responses in rows', () => {
  it.each([
    [
      'a score above 1',
      [row, { ...row, respondent: 'bob', score: 1.01 }],
      '1/score',
      'out_of_range',
    ],
    ['a score below 0', [{ ...row, score: -0.01 }], '0/score', 'out_of_range'],
    ['a score that is no number', [{ ...row, score: '1' }], '0/score', 'wrong_type'],
    ['no number at all', [{ ...row, score: Number.NaN }], '0/score', 'wrong_type'],
    ['a score of null', [{ ...row, score: null }], '0/score', 'wrong_type'],
    ['no score', [{ respondent: 'ann', question_id: 'q-1' }], '0/score', 'required'],
    ['no respondent', [{ question_id: 'q-1', score: 1 }], '0/respondent', 'required'],
    ['an empty respondent', [{ ...row, respondent: '' }], '0/respondent', 'too_short'],
    ['a long respondent', [{ ...row, respondent: 'a'.repeat(201) }], '0/respondent', 'too_long'],
    ['a question that is no text', [{ ...row, question_id: 7 }], '0/question_id', 'wrong_type'],
    ['a field more', [{ ...row, time: 3 }], '0/time', 'unknown_field'],
    ['a list for a row', [[1, 2, 3]], '0', 'wrong_type'],
    ['null for a row', [null], '0', 'wrong_type'],
    ['a respondent twice on a question', [row, { ...row, score: 0 }], '1', 'duplicate'],
  ])('are refused with %s', (_what, responses, path, code) => {
    expect(faultsOf(responses)).toEqual([[path, code]]);
  });

  it('are refused with every fault there is, up to a hundred', () => {
    const bad = { respondent: '', question_id: 'q-1', score: 2 };
    expect(faultsOf([bad, row, bad])).toHaveLength(4);
    expect(faultsOf(Array.from({ length: 1000 }, () => bad))).toHaveLength(100);
  });
});

describe('responses in a table', () => {
  const question_ids = ['q-1', 'q-2'];
  it.each([
    ['rows of unequal length', { question_ids, scores: [[1, 0], [1]] }, 'scores/1', 'wrong_length'],
    ['a score above 1', { question_ids, scores: [[1, 2]] }, 'scores/0/1', 'out_of_range'],
    [
      'a score that is no number',
      { question_ids, scores: [[true, 0]] },
      'scores/0/0',
      'wrong_type',
    ],
    [
      'a question twice',
      { question_ids: ['q-1', 'q-1'], scores: [] },
      'question_ids/1',
      'duplicate',
    ],
    ['an empty id', { question_ids: ['', 'q-2'], scores: [] }, 'question_ids/0', 'too_short'],
    ['no scores', { question_ids }, 'scores', 'required'],
    ['scores that are no list', { question_ids, scores: 'all' }, 'scores', 'wrong_type'],
    ['a row that is no list', { question_ids, scores: [7] }, 'scores/0', 'wrong_type'],
    ['a field more', { question_ids, scores: [], weights: [] }, 'weights', 'unknown_field'],
    ['a text instead', 'all right', '', 'wrong_type'],
    ['null instead', null, '', 'wrong_type'],
  ])('are refused with %s', (_what, responses, path, code) => {
    expect(faultsOf(responses)).toEqual([[path, code]]);
  });

  it('are taken with null for what is missing', () => {
    expect(faultsOf({ question_ids, scores: [[null, 0.5]] })).toEqual([]);
  });
});

describe('too many responses', () => {
  const check = (responses: unknown) => {
    const { error } = itemStatistics.parameters.safeParse({ responses });
    return error?.issues.map(({ path, message }) => [path.join('/'), message]);
  };
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `q-${at}`);

  it('are refused: a million rows or cells at most', () => {
    const tooMany = 'Must have at most 1,000,000 items.';
    expect(check(new Array(1_000_001).fill(row))).toEqual([['responses', tooMany]]);
    expect(check({ question_ids: [], scores: new Array(1_000_001).fill([]) })).toEqual([
      ['responses/scores', tooMany],
    ]);
    const empty = new Array(1000).fill(null);
    expect(check({ question_ids: ids(1000), scores: new Array(1001).fill(empty) })).toEqual([
      ['responses/scores', 'Must have at most 1,000 items.'],
    ]);
    expect(check({ question_ids: ids(1000), scores: new Array(1000).fill(empty) })).toBe(undefined);
  });
});

it('has a JSON Schema that agrees with the checks by hand', () => {
  const { parameters } = describeAnalysisType(itemStatistics as never);
  const validate = new Ajv.default({ strict: false }).compile(parameters);
  const table = { question_ids: ['q-1'], scores: [[1], [null], [0.5]] };
  for (const responses of [[], [row], table]) {
    expect(validate({ responses })).toBe(true);
    expect(faultsOf(responses)).toEqual([]);
  }
  const wrong = [
    [{ ...row, score: 2 }],
    [{ ...row, more: 1 }],
    [{ ...row, respondent: '' }],
    { question_ids: ['q-1'] },
    { ...table, scores: [['1']] },
    'text',
  ];
  for (const responses of wrong) {
    expect(validate({ responses })).toBe(false);
    expect(faultsOf(responses)).toHaveLength(1);
  }
});
