import type { AnalysisType } from '../../analysis-type.ts';

export const duplicatesReport: AnalysisType['report'] = [
  {
    name: 'pairs',
    rows: 'pairs',
    columns: {
      kind: 'kind',
      why: 'reasons',
      question: 'a',
      answer: 'a.answer',
      'other question': 'b',
      'other answer': 'b.answer',
    },
    below: { 'other question': 'question', 'other answer': 'answer' },
  },
  {
    name: 'clusters',
    rows: 'clusters',
    columns: {
      questions: 'size',
      'lowest similarity': 'min_similarity',
      representative: 'representative',
    },
  },
];
