import type { AnalysisType } from '../../analysis-type.ts';

export const readabilityReport: AnalysisType['report'] = [
  {
    name: 'questions',
    rows: 'items',
    columns: {
      reason: 'reasons',
      grade: 'grade',
      flesch: 'scores.flesch',
      words: 'counts.words',
      question: 'question_id',
    },
  },
  {
    name: 'groups',
    rows: 'summary.quantiles',
    columns: {
      by: 'group_by',
      group: 'group',
      scored: 'scored',
      flagged: 'flagged',
      'median grade': 'consensus.median',
      'median flesch': 'flesch.median',
    },
  },
];
