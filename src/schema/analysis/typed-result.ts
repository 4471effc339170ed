import { analysisTypes, partNameOf } from '../../analyses/registry.ts';
import { builder } from '../builder.ts';
import { objectTypeOf } from './result-types.ts';
import { AnalysisRef, readResult, resultObjects } from './type.ts';

const types = analysisTypes.map(({ name, title, result }) =>
  objectTypeOf(partNameOf(name, 'Result'), result, `What the analysis ${title} finds.`),
);

const TypedResult = builder.unionType('AnalysisResult', {
  description: 'A result in the types of its own analysis.',
  types,
  resolveType: (value) => (value as unknown as { __typename: string }).__typename,
});

builder.objectField(AnalysisRef, 'typedResult', (t) =>
  t.field({
    type: TypedResult,
    nullable: true,
    description: 'The same as result, in the types of its analysis; null without a result.',
    extensions: { objects: resultObjects },
    args: {
      limit: t.arg.int({ description: 'How many items, 0 to 1,000; 1,000 when left out.' }),
      offset: t.arg.int({ description: 'How many items to skip; 0 when left out.' }),
    },
    resolve: async (analysis, page, context) => {
      const result = await readResult(context, analysis, page);
      return result && { ...result, __typename: partNameOf(analysis.analysisType, 'Result') };
    },
  }),
);
