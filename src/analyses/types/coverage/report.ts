import type { AnalysisType } from '../../analysis-type.ts';

export const coverageReport: AnalysisType['report'] = [
  {
    name: 'gaps',
    rows: 'gaps',
    columns: {
      category: 'category',
      difficulty: 'difficulty',
      topic: 'topic_focus',
      questions: 'count',
      wanted: 'wanted',
      lacking: 'lacking',
      reason: 'reason',
    },
  },
  {
    name: 'surpluses',
    rows: 'surpluses',
    columns: {
      category: 'category',
      difficulty: 'difficulty',
      topic: 'topic_focus',
      questions: 'count',
      wanted: 'wanted',
      surplus: 'surplus',
    },
  },
  {
    name: 'cells',
    rows: 'cells',
    columns: {
      category: 'category',
      difficulty: 'difficulty',
      topic: 'topic_focus',
      questions: 'count',
      share: 'share',
      target: 'target',
      deviation: 'deviation',
    },
  },
  {
    name: 'questions',
    rows: 'items',
    columns: {
      reason: 'reasons',
      category: 'cell.category',
      difficulty: 'cell.difficulty',
      topic: 'cell.topic_focus',
      question: 'question_id',
    },
  },
];
