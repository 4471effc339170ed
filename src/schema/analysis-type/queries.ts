import { analysisTypes, describeAnalysisType } from '../../analyses/registry.ts';
import { builder } from '../builder.ts';
import { type AnalysisTypeInfo, AnalysisTypeInfoRef } from './type.ts';

let described: AnalysisTypeInfo[] | undefined;

/** Their JSON Schemas are generated on first use. */
function describeAll(): AnalysisTypeInfo[] {
  described ??= analysisTypes.map((type) => ({ ...describeAnalysisType(type), type }));
  return described;
}

builder.queryFields((t) => ({
  analysisTypes: t.field({
    type: [AnalysisTypeInfoRef],
    description: 'All analyses, with their parameters and results.',
    extensions: { access: 'analysis:read', length: analysisTypes.length },
    resolve: describeAll,
  }),
}));
