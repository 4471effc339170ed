import type { AnalysisType } from '../../analysis-type.ts';

export const semanticReport: AnalysisType['report'] = [
  {
    name: 'pairs',
    rows: 'pairs',
    columns: {
      similarity: 'cosine',
      question: 'a',
      answer: 'a.answer',
      'other question': 'b',
      'other answer': 'b.answer',
    },
    below: { 'other question': 'question', 'other answer': 'answer' },
  },
];
