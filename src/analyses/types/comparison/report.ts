import type { AnalysisType } from '../../analysis-type.ts';

export const comparisonReport: AnalysisType['report'] = [
  {
    name: 'groups',
    rows: 'groups',
    columns: {
      group: 'group',
      n: 'n',
      mean: 'mean',
      sd: 'sd',
      median: 'median',
      min: 'min',
      max: 'max',
      compared: 'is_compared',
    },
  },
  {
    name: 'pairs',
    rows: 'pairs',
    columns: {
      group: 'a',
      'other group': 'b',
      difference: 'difference',
      effect: 'effect_size',
      'effect measure': 'effect',
      magnitude: 'magnitude',
      p: 'p_adjusted',
    },
  },
  {
    name: 'table',
    rows: 'table',
    columns: {
      group: 'group',
      value: 'value',
      questions: 'count',
      expected: 'expected',
      residual: 'residual',
    },
  },
  {
    name: 'questions',
    rows: 'items',
    columns: { reason: 'reasons', group: 'group', value: 'value', z: 'z', question: 'question_id' },
  },
];
