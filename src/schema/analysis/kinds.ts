import type { AnalysisType } from '../../analyses/analysis-type.ts';
import { analysisTypes, describeAnalysisType } from '../../analyses/registry.ts';
import { builder } from '../builder.ts';
import { AnalysisTypeEnum } from './type.ts';

type Kind = ReturnType<typeof describeAnalysisType> & { readonly type: AnalysisType };

const KindRef = builder.objectRef<Kind>('AnalysisKind').implement({
  description: 'An analysis: what it answers, what it can be told, and what comes out.',
  fields: (t) => ({
    analysisType: t.field({
      type: AnalysisTypeEnum,
      description: 'Which analysis.',
      resolve: ({ name }) => name,
    }),
    name: t.exposeString('name', { description: 'Which analysis, as REST writes it.' }),
    title: t.exposeString('title', { description: 'Its name for people.' }),
    description: t.exposeString('description', { description: 'The question it answers.' }),
    engineVersion: t.exposeInt('engine_version', {
      description: 'Goes up whenever the same questions may give another result.',
    }),
    available: t.boolean({
      description: 'Whether it can be run here; false when a setting it needs is missing.',
      resolve: ({ type }, _args, { hasEmbeddings }) => type.needs === undefined || hasEmbeddings,
    }),
    parameters: t.expose('parameters', {
      type: 'JSON',
      description: 'JSON Schema of its parameters.',
      extensions: { jsonSchema: { type: 'object' } },
    }),
    result: t.expose('result', {
      type: 'JSON',
      description: 'JSON Schema of its result.',
      extensions: { jsonSchema: { type: 'object' } },
    }),
  }),
});

let kinds: Kind[] | undefined;

/** Their schemas are worked out when somebody first asks. */
function listKinds(): Kind[] {
  kinds ??= analysisTypes.map((type) => ({ ...describeAnalysisType(type), type }));
  return kinds;
}

builder.queryFields((t) => ({
  analysisTypes: t.field({
    type: [KindRef],
    description: 'Every analysis there is.',
    extensions: { access: 'analysis:read' },
    resolve: listKinds,
  }),
}));
