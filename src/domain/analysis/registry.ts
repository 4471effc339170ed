import { z } from 'zod';
import type { AnalysisType } from './analysis-type.ts';
import { answers } from './answers.ts';
import { coverage } from './coverage.ts';
import { duplicates } from './duplicates.ts';
import { quality } from './quality.ts';

/** All there are; a new type is one line here. */
export const analysisTypes: readonly AnalysisType[] = [coverage, quality, answers, duplicates];

export function findAnalysisType(name: string): AnalysisType | undefined {
  return analysisTypes.find((type) => type.name === name);
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
