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
  {
    name: 'options',
    rows: 'items.options',
    columns: {
      option: 'option',
      key: 'is_key',
      n: 'n',
      share: 'share',
      'mean ability': 'mean_ability',
      'share by ability': 'curve.share',
      finding: 'finding',
      question: 'question_id',
    },
  },
  {
    name: 'dif',
    rows: 'items.dif',
    columns: {
      group: 'group',
      reference: 'reference',
      'ETS class': 'ets_class',
      delta: 'mh_delta',
      p: 'p',
      'ΔR²': 'delta_r2',
      question: 'question_id',
    },
  },
  {
    name: 'drift',
    rows: 'items.drift',
    columns: {
      before: 'facility_reference',
      after: 'facility_focal',
      'ETS class': 'ets_class',
      delta: 'mh_delta',
      p: 'p',
      question: 'question_id',
    },
  },
  {
    name: 'information',
    rows: 'information',
    columns: {
      ability: 'ability',
      information: 'information',
      'standard error': 'standard_error',
    },
  },
];
