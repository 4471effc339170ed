import type { AnalysisType } from '../../analysis-type.ts';

export const answersReport: AnalysisType['report'] = [
  {
    name: 'questions',
    rows: 'items',
    columns: {
      reason: 'reasons',
      answer: 'question_id.answer',
      'asked by': 'repetition',
      question: 'question_id',
    },
  },
  { name: 'repeated', rows: 'repeated', columns: { answer: 'answer', questions: 'count' } },
  {
    name: 'position_bias',
    rows: 'position_bias',
    columns: {
      choices: 'choices',
      questions: 'questions',
      'correct by place (choices sorted A–Z or by value)': 'positions',
      p: 'chi_square.p',
      advice: 'advice',
      note: 'note',
    },
  },
  {
    name: 'length_bias',
    rows: 'length_bias',
    columns: {
      questions: 'questions',
      longest: 'longest_share',
      shortest: 'shortest_share',
      'by chance': 'expected_share',
      p: 'chi_square.p',
      advice: 'advice',
      note: 'note',
    },
  },
  { name: 'types', rows: 'types', columns: { type: 'type', questions: 'count', share: 'share' } },
];
