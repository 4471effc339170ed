import { expect } from 'vitest';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { lsat6Ids, lsat6Scores } from './lsat6.ts';
import { makeQuestion, runOn } from './questions.ts';

export type Scores = readonly (readonly (number | null)[])[];

export const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `q-${at}`);

/** Runs on a table of scores, by default with one question per column. */
export function runScores(scores: Scores, parameters: object = {}, count = scores[0]?.length ?? 0) {
  const questions = idsOf(count).map((id) => makeQuestion({ id }));
  const responses = { question_ids: idsOf(scores[0]?.length ?? 0), scores };
  return runOn(itemStatistics, questions, { items: 'all', responses, ...parameters });
}

export function codesOf({ warnings }: { warnings: readonly { code: string }[] }): string[] {
  return warnings.map(({ code }) => code);
}

export function repeat<T>(times: number, make: (at: number) => T): T[] {
  return Array.from({ length: times }, (_, at) => make(at));
}

/** A 2PL model of these oscillates until the limit. */
export const restlessScores: Scores = ['1101', '1000', '1100', '1100', '0111'].map((row) =>
  [...row].map(Number),
);

export const lsat6Questions: readonly AnalysisQuestion[] = lsat6Ids.map((id) =>
  makeQuestion({ id }),
);

/** All items, ordered by id. */
export async function runLsat6(parameters: object = {}, scores: unknown = lsat6Scores) {
  const responses = { question_ids: lsat6Ids, scores };
  const result = await runOn(itemStatistics, lsat6Questions, {
    items: 'all',
    responses,
    ...parameters,
  });
  const items = result.items.toSorted(
    (one, other) => Number(one.question_id) - Number(other.question_id),
  );
  const column = (field: keyof (typeof items)[number]) => items.map((item) => item[field]);
  return { ...result, items, column };
}

export function expectNear(found: unknown, expected: readonly number[], tolerance: number): void {
  expect(found).toEqual(expected.map(() => expect.any(Number)));
  const differences = (found as number[]).map((value, at) => Math.abs(value - (expected[at] ?? 0)));
  expect(Math.max(...differences)).toBeLessThan(tolerance);
}
