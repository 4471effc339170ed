import { analysisTypes, describeAnalysisType, partNameOf } from '../../analyses/registry.ts';
import type { JsonSchema } from './response-schema.ts';

/** The parameters and result of every analysis type, by schema name. */
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
