import { hash } from 'node:crypto';
import { createRandom } from '../analyses/kit/statistics/seeded-random.ts';
import { categories, difficultyNames } from '../domain/question.ts';
import { matchesContent, type QuestionFilter } from '../domain/question-criteria.ts';
import type { QuizCriteria, QuizQuota } from '../domain/quiz-input.ts';

/** What the next question is drawn for: the number of a quota, or `free` for any matching question. */
export const free = -1;

/**
 * Whether the next question is drawn for a quota. While a quota lacks questions, its turn comes in proportion
 * to what is left to draw, so that quotas are mixed, and always once the others would leave too few places.
 */
export function choosePurpose(
  seed: string,
  position: number,
  left: number,
  lacking: readonly number[],
): number {
  if (lacking.every((count) => count === 0)) return free;
  const random = createRandom(hash('sha256', `${position} ${seed}`, 'buffer').readInt32LE(0));
  let place = Math.floor(random() * Math.max(left, sum(lacking)));
  for (const [quota, count] of lacking.entries()) {
    if (place < count) return quota;
    place -= count;
  }
  return free;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** The criteria of a quota within those of the session; undefined if no question can match those of the session and of the quota. */
export function criteriaOf(
  criteria: QuizCriteria,
  quota: QuizQuota | undefined,
): QuizCriteria | undefined {
  if (!quota) return criteria;
  const category = common(criteria.category, quota.category);
  const difficulty = common(criteria.difficulty, quota.difficulty);
  const topicFocus = common(criteria.topicFocus?.map(lower), quota.topicFocus?.map(lower));
  const lists = { category, difficulty, topicFocus };
  if (Object.values(lists).some((list) => list?.length === 0)) return undefined;
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list)) as QuizCriteria;
}

/**
 * The criteria without the categories and levels of quotas that are full, whose questions would only be passed
 * over; undefined if nothing is left.
 */
export function withoutFull(
  criteria: QuizCriteria | undefined,
  full: readonly QuizQuota[],
): QuizCriteria | undefined {
  if (!criteria || full.length === 0) return criteria;
  const { category = [...categories], difficulty = difficultyNames.map((_, level) => level) } =
    criteria;
  const fullCategories = full.flatMap((quota) =>
    quota.difficulty || quota.topicFocus ? [] : (quota.category ?? []),
  );
  const fullLevels = full.flatMap((quota) =>
    quota.category || quota.topicFocus ? [] : (quota.difficulty ?? []),
  );
  const left = {
    ...criteria,
    category: category.filter((each) => !fullCategories.includes(each)),
    difficulty: difficulty.filter((each) => !fullLevels.includes(each)),
  };
  return left.category.length > 0 && left.difficulty.length > 0 ? left : undefined;
}

function common<T>(some: readonly T[] | undefined, others: readonly T[] | undefined) {
  return some && others ? some.filter((each) => others.includes(each)) : (some ?? others);
}

function lower(text: string): string {
  return text.toLowerCase();
}

type Content = Parameters<typeof matchesContent>[2];

/** Which quotas a question counts for. */
export function quotasOf(quotas: readonly QuizQuota[], id: string, content: Content): boolean[] {
  return quotas.map(({ min: _, max: __, ...kind }) =>
    matchesContent(kind as QuestionFilter, id, content),
  );
}
