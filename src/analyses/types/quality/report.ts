import type { AnalysisType } from '../../analysis-type.ts';
import { severities } from './rule.ts';

export const qualityReport: AnalysisType['report'] = [
  {
    name: 'findings',
    rows: 'items.findings',
    columns: {
      severity: 'severity',
      rule: 'rule',
      choice: 'index',
      finding: 'message',
      question: 'question_id',
      field: 'field',
      suggestion: 'suggestion',
      'suggested answers': 'suggested_answers',
    },
    below: {
      question: 'finding',
      field: 'rule',
      suggestion: 'finding',
      'suggested answers': 'finding',
    },
    order: { field: 'severity', values: severities },
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
    notes: { label: 'rule', text: 'why' },
    nonZero: 'findings',
  },
];
