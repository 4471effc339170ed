import type { AnalysisType } from '../../analysis-type.ts';

export const itemStatisticsReport: AnalysisType['report'] = [
  {
    name: 'questions',
    rows: 'items',
    columns: {
      flags: 'flags',
      n: 'n',
      facility: 'facility',
      'item–rest r': 'item_rest_r',
      a: 'a',
      b: 'b',
      'suggested difficulty': 'suggested_difficulty',
      question: 'question_id',
    },
  },
  {
    name: 'test',
    rows: 'test',
    columns: { respondents: 'n', mean: 'mean', sd: 'sd', alpha: 'alpha', sem: 'sem' },
  },
];
