import type { AnalysisType } from '../../analysis-type.ts';

export const topicsReport: AnalysisType['report'] = [
  {
    name: 'questions',
    rows: 'items',
    columns: {
      topic: 'topic_focus',
      suggested: 'suggested',
      probability: 'suggested_score',
      'similar questions': 'neighbor_share',
      question: 'question_id',
    },
  },
  {
    name: 'clusters',
    rows: 'topics',
    columns: {
      questions: 'size',
      share: 'share',
      'topic of most': 'topic_focus',
      terms: 'terms.term',
      examples: 'examples',
    },
  },
  {
    name: 'topics',
    rows: 'topic_focuses',
    columns: {
      topic: 'topic_focus',
      category: 'category',
      questions: 'questions',
      agreement: 'agreement',
      terms: 'terms.term',
    },
  },
];
