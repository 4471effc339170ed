import { analysisFilter, runRequest } from '../../analyses/run-request.ts';
import { builder } from '../builder.ts';
import { QuestionFilterInput } from '../question/inputs.ts';
import { AnalysisStatusEnum, AnalysisTypeEnum } from './type.ts';

export const RunAnalysisInput = builder.inputType('RunAnalysisInput', {
  description: 'An analysis to run, on questions chosen by ids or by criteria, or on all.',
  extensions: { rules: runRequest },
  fields: (t) => ({
    analysisType: t.field({
      type: AnalysisTypeEnum,
      required: true,
    }),
    questionIds: t.idList({ description: '1 to 100,000 ids; duplicates are ignored.' }),
    selection: t.field({
      type: QuestionFilterInput,
      description: 'Criteria that choose the questions. Not allowed with `questionIds`.',
    }),
    parameters: t.field({
      type: 'JSON',
      description: 'Parameters as described by `analysisTypes`; each has a default.',
    }),
  }),
});

export const AnalysisFilterInput = builder.inputType('AnalysisFilter', {
  description: 'Selects runs that meet all conditions. A list matches any of its values.',
  extensions: { rules: analysisFilter },
  fields: (t) => ({
    analysisType: t.field({ type: [AnalysisTypeEnum] }),
    status: t.field({ type: [AnalysisStatusEnum] }),
    questionId: t.id({ description: 'Only runs that used this question.' }),
  }),
});
