import { readFile } from 'node:fs/promises';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { readSamples, sampleFile } from '../../src/db/sample-questions.ts';

/** The sample questions, read by the reader that loads them. */
export const samples = readSamples(await readFile(sampleFile, 'utf8'));

/** The same as an analysis sees them; their ids are their external ids, which reports can name. */
export const sampleBank: AnalysisQuestion[] = samples.map((question) => ({
  ...question,
  id: question.externalId ?? '',
  version: 1,
}));

export const sampleBlueprint: unknown = JSON.parse(
  await readFile(new URL('sample-blueprint.json', sampleFile), 'utf8'),
);

/** How many values share each key. */
export function tally<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}
