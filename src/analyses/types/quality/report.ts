import type { AnalysisType } from '../../analysis-type.ts';

export const qualityReport: AnalysisType['report'] = [
  {
    name: 'findings',
    rows: 'items.findings',
    columns: {
      severity: 'severity',
      rule: 'rule',
      finding: 'message',
      question: 'question_id',
      field: 'field',
      choice: 'index',
      suggestion: 'suggestion',
    },
  },
  {
    name: 'rules',
    rows: 'rules',
    columns: {
      rule: 'rule',
      severity: 'severity',
      findings: 'findings',
      questions: 'questions',
      share: 'share',
    },
  },
];
