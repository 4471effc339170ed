import { z } from 'zod';
import { toCamelCase } from '../naming.ts';
import type { AnalysisType } from './analysis-type.ts';
import { answers } from './answers.ts';
import { comparison } from './comparison.ts';
import { coverage } from './coverage.ts';
import { duplicates } from './duplicates.ts';
import { itemStatistics } from './item-statistics.ts';
import { labels } from './labels.ts';
import { quality } from './quality.ts';
import { readability } from './readability.ts';
import { semantic } from './semantic.ts';
import { topics } from './topics.ts';

/** All there are; a new type is one line here. */
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

/** The name of a type's part in documents: item_statistics → ItemStatisticsResult. */
export function partNameOf(type: string, part: 'Parameters' | 'Result'): string {
  const camel = toCamelCase(type);
  return `${camel.charAt(0).toUpperCase()}${camel.slice(1)}${part}`;
}

/** What callers are told about a type, with JSON Schemas of what goes in and what comes out. */
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
