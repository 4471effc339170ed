import type { AnalysisType } from '../../analyses/analysis-type.ts';
import type { describeAnalysisType } from '../../analyses/registry.ts';
import { AnalysisTypeEnum } from '../analysis/type.ts';
import { builder } from '../builder.ts';

export type AnalysisTypeInfo = ReturnType<typeof describeAnalysisType> & {
  readonly type: AnalysisType;
};

export const AnalysisTypeInfoRef = builder
  .objectRef<AnalysisTypeInfo>('AnalysisTypeInfo')
  .implement({
    description: 'Description of an analysis: its purpose, parameters and result.',
    fields: (t) => ({
      analysisType: t.field({
        type: AnalysisTypeEnum,
        description: 'Identifies the analysis in GraphQL.',
        resolve: ({ name }) => name,
      }),
      name: t.exposeString('name', { description: 'Identifies the analysis in REST.' }),
      title: t.exposeString('title', { description: 'Display name.' }),
      description: t.exposeString('description', {
        description: 'The question it answers, and how.',
      }),
      engineVersion: t.exposeInt('engine_version', {
        description: 'Incremented when the same questions may give a different result.',
      }),
      available: t.boolean({
        description:
          'Whether this service can run it. Always true: embeddings have a bundled model.',
        resolve: () => true,
      }),
      parameters: t.expose('parameters', {
        type: 'JSON',
        description: 'JSON Schema of the parameters.',
        extensions: { jsonSchema: { type: 'object' } },
      }),
      result: t.expose('result', {
        type: 'JSON',
        description: 'JSON Schema of the result.',
        extensions: { jsonSchema: { type: 'object' } },
      }),
    }),
  });
