import * as z from 'zod';
import type { QuestionContent } from './question-content.ts';
import { category, difficulty } from './question-input.ts';
import { defineRules } from './rules.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';
import { isUuid } from './uuid.ts';

export const sortOrders = [
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
  'difficulty',
  '-difficulty',
  'category',
  '-category',
  'random',
] as const;

export type SortOrder = (typeof sortOrders)[number];

/** Chooses one of the random orders. */
export const randomSeed = text(1, 100).meta({
  description:
    'With sort=random: the same seed gives the same order while the questions stay. Made up and returned in `page.seed` if omitted.',
});

export const uuid = z
  .string()
  .check((payload) => {
    payload.value = payload.value.toLowerCase();
    if (isUuid(payload.value)) return;
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: 'Must be a UUID.',
      params: { code: 'invalid' },
    });
  })
  .meta({ format: 'uuid' });

/** Criteria that select questions; a list matches any of its values. */
export const questionFilterFields = {
  category: z
    .array(category)
    .min(1)
    .max(20)
    .meta({ description: 'Only questions in any of these categories.' }),
  difficulty: z
    .array(difficulty)
    .min(1)
    .max(20)
    .meta({ description: 'Only questions of any of these difficulty levels.' }),
  topicFocus: z
    .preprocess(
      (given) => (typeof given === 'string' ? [given] : given),
      z.array(text(1, 200)).min(1).max(20),
    )
    .meta({ description: 'Only questions with exactly one of these topics, case-insensitive.' }),
  search: z
    .preprocess(
      (given) => (typeof given === 'string' && given.trim() === '' ? undefined : given),
      text(1, 200).optional(),
    )
    .meta({
      description:
        'Full-text search in question, answer and topic: words, "a phrase", or, and -word to exclude. Empty for none.',
    }),
  ids: z.array(uuid).min(1).max(100).meta({ description: 'Only questions with these ids.' }),
  source: text(1, 200).meta({ description: 'Only questions from this source.' }),
  createdAfter: timestamp.meta({ description: 'Only questions created after this time.' }),
  updatedAfter: timestamp.meta({ description: 'Only questions updated after this time.' }),
};

const questionFilterSchema = z.strictObject(questionFilterFields).partial();

export const questionFilter = defineRules(questionFilterSchema);

export type QuestionFilter = z.output<typeof questionFilterSchema>;

/** Whether a question with this content matches the criteria that need no database: not search and times. */
export function matchesContent(
  { category, difficulty, topicFocus, ids, source }: QuestionFilter,
  id: string,
  content: QuestionContent,
): boolean {
  return (
    (!category || (category as readonly string[]).includes(content.category)) &&
    (!difficulty || (difficulty as readonly number[]).includes(content.difficulty)) &&
    (!topicFocus ||
      topicFocus.some((topic) => content.topicFocus?.toLowerCase() === topic.toLowerCase())) &&
    (!ids || ids.includes(id)) &&
    (!source || content.source === source)
  );
}
