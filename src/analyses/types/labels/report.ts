import type { AnalysisType } from '../../analysis-type.ts';

export const labelsReport: AnalysisType['report'] = [
  {
    name: 'questions',
    rows: 'items',
    columns: {
      given: 'given',
      suggested: 'suggested',
      'self confidence': 'self_confidence',
      question: 'question_id',
    },
  },
  {
    name: 'confident_joint',
    rows: 'confident_joint',
    columns: {
      given: 'given',
      suggested: 'suggested',
      questions: 'count',
      calibrated: 'calibrated',
    },
    nonZero: 'count',
  },
];
