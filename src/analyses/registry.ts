import * as z from 'zod';
import { toCamelCase } from '../domain/naming.ts';
import type { AnalysisType } from './analysis-type.ts';
import { answers } from './types/answers/answers.ts';
import { comparison } from './types/comparison/comparison.ts';
import { coverage } from './types/coverage/coverage.ts';
import { duplicates } from './types/duplicates/duplicates.ts';
import { itemStatistics } from './types/item-statistics/item-statistics.ts';
import { labels } from './types/labels/labels.ts';
import { quality } from './types/quality/quality.ts';
import { readability } from './types/readability/readability.ts';
import { semantic } from './types/semantic/semantic.ts';
import { topics } from './types/topics/topics.ts';

/** A new type is one line here. */
export const analysisTypes: readonly AnalysisType[] = [
  coverage,
  duplicates,
  quality,
  readability,
  labels,
  topics,
  answers,
  comparison,
  itemStatistics,
  semantic,
];

export function findAnalysisType(name: string): AnalysisType | undefined {
  return analysisTypes.find((type) => type.name === name);
}

/** The name of a schema in documents: item_statistics → ItemStatisticsResult. */
export function partNameOf(type: string, part: 'Parameters' | 'Result'): string {
  const camel = toCamelCase(type);
  return `${camel.charAt(0).toUpperCase()}${camel.slice(1)}${part}`;
}

/** Describes a type to callers, with JSON Schemas of its parameters and result. */
export function describeAnalysisType(type: AnalysisType) {
  return {
    name: type.name,
    title: type.title,
    description: type.description,
    engine_version: type.engineVersion,
    parameters: z.toJSONSchema(type.parameters, { io: 'input' }),
    result: z.toJSONSchema(type.result),
  };
}
