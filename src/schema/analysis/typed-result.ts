import { analysisTypes, partNameOf } from '../../analyses/registry.ts';
import { builder } from '../builder.ts';
import { objectTypeOf } from './result-types.ts';
import { AnalysisRef, readResult, resultObjects } from './type.ts';

const types = analysisTypes.map(({ name, title, result }) =>
  objectTypeOf(partNameOf(name, 'Result'), result, `Result of the analysis ${title}.`),
);

const TypedResult = builder.unionType('AnalysisResult', {
  description: 'The result of an analysis; each analysis has its own type.',
  types,
  resolveType: (value) => (value as unknown as { __typename: string }).__typename,
});

builder.objectField(AnalysisRef, 'typedResult', (t) =>
  t.field({
    type: TypedResult,
    nullable: true,
    description: 'The result as a GraphQL type of its analysis; null without a result.',
    extensions: { objects: resultObjects },
    args: {
      limit: t.arg.int({ description: 'Number of items, 0 to 1,000; default 1,000.' }),
      offset: t.arg.int({ description: 'Number of items to skip; default 0.' }),
    },
    resolve: async (analysis, page, context) => {
      const result = await readResult(context, analysis, page);
      return result && { ...result, __typename: partNameOf(analysis.analysisType, 'Result') };
    },
  }),
);
