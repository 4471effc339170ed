import { resultChanges } from '../../analyses/result-changes.ts';
import type { AnalysisRecord } from '../../db/analysis-read.ts';
import { objectTypeOf } from '../analysis/result-types.ts';
import { AnalysisRef } from '../analysis/type.ts';
import { builder } from '../builder.ts';

export const ComparisonRef = objectTypeOf(
  'AnalysisComparison',
  resultChanges,
  'The differences between two runs of the same analysis, from the earlier to the later.',
);

builder.objectFields(ComparisonRef, (t) => ({
  earlier: t.field({
    type: AnalysisRef,
    description: 'The run that was requested first.',
    resolve: ({ earlier }) => earlier as AnalysisRecord,
  }),
  later: t.field({
    type: AnalysisRef,
    description: 'The run that was requested last.',
    resolve: ({ later }) => later as AnalysisRecord,
  }),
}));
