import { analysisTypes, describeAnalysisType, partNameOf } from '../../analyses/registry.ts';
import type { JsonSchema } from './response-schema.ts';

/** What `parameters` of a run may be: those of one of the analyses. */
export const parameterReferences = [
  ...analysisTypes.map(({ name }) => ({
    $ref: `#/components/schemas/${partNameOf(name, 'Parameters')}`,
  })),
  { type: 'null' },
];

/** Parameters and result of every analysis, by name. */
export function analysisSchemas(): [string, JsonSchema][] {
  return analysisTypes.flatMap((type): [string, JsonSchema][] => {
    const { title, parameters, result } = describeAnalysisType(type);
    return [
      [
        partNameOf(type.name, 'Parameters'),
        { ...plain(parameters), title: `Parameters of ${title}` },
      ],
      [partNameOf(type.name, 'Result'), { ...plain(result), title: `Result of ${title}` }],
    ];
  });
}

function plain({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
