import * as z from 'zod';
import type { Fault } from './errors.ts';
import { questionFilterFields, uuid } from './question-criteria.ts';
import { defineRules } from './rules.ts';
import { text } from './text.ts';

/** A session draws no more questions than this. */
export const maxSessionLength = 1000;
/** Sessions of an account, or of an address without one, that have not expired. */
export const maxLiveSessions = 10_000;
/** Questions that one request draws, and that a session shows as not answered yet. */
export const maxDrawCount = 50;
/** A day: no answer takes longer, and no clock that runs backwards makes it negative. */
export const maxAnswerMs = 24 * 60 * 60 * 1000;

const [minLifetime, defaultLifetime, maxLifetime] = [60, 24 * 60 * 60, 30 * 24 * 60 * 60];

/** One value, or a list that matches any of its values. */
function oneOrMany<T extends z.ZodType>(list: T): z.ZodType<z.output<T>> {
  const { description = '' } = list.meta() ?? {};
  return z
    .preprocess((given) => (given === undefined || Array.isArray(given) ? given : [given]), list)
    .meta({ description, allowsOne: true });
}

/** No others: a search would tell which questions have an answer, and so the answer. */
const criteriaFields = {
  category: oneOrMany(questionFilterFields.category),
  difficulty: oneOrMany(questionFilterFields.difficulty),
  topicFocus: oneOrMany(z.array(text(1, 200)).min(1).max(20)).meta({
    description: 'Only questions with exactly one of these topics, case-insensitive.',
    allowsOne: true,
  }),
};

const criteria = z.strictObject(criteriaFields).partial();

export type QuizCriteria = z.output<typeof criteria>;

const quota = z
  .strictObject({
    ...criteriaFields,
    min: z
      .int()
      .min(0)
      .max(maxSessionLength)
      .meta({ description: 'At least so many questions of the session; default 0.' }),
    max: z
      .int()
      .min(0)
      .max(maxSessionLength)
      .meta({ description: 'At most so many; default: no limit.' }),
  })
  .partial();

export type QuizQuota = z.output<typeof quota>;

const sessionSchema = z
  .strictObject({
    criteria: criteria.meta({
      description: 'Only questions that match; default: all. Each one value or a list.',
    }),
    length: z.int().min(1).max(maxSessionLength).meta({
      description:
        'Questions to draw. Default: the sum of the quotas, or else all that match, at most 1,000.',
    }),
    quotas: z
      .array(quota)
      .max(20)
      .meta({ description: 'How many questions of a category, level or topic are drawn.' }),
    seed: text(1, 200).meta({
      description:
        'Decides which questions are drawn, in which order: the same seed draws the same from the same questions. Made up if omitted.',
    }),
    expiresIn: z
      .int()
      .min(minLifetime)
      .max(maxLifetime)
      .meta({ description: 'Seconds until the session ends: 60 to 2,592,000; default 86,400.' }),
  })
  .partial();

export type NewQuizSession = z.output<typeof sessionSchema>;

export const newQuizSession = defineRules(sessionSchema, quotaFaults);

export function lifetimeOf({ expiresIn = defaultLifetime }: NewQuizSession): number {
  return expiresIn;
}

export const drawRequest = defineRules(
  z.strictObject({
    count: z
      .int()
      .min(1)
      .max(maxDrawCount)
      .default(1)
      .meta({ description: 'How many questions to draw, 1 to 50; default 1.' }),
  }),
);

const answerSchema = z.strictObject({
  questionId: uuid.meta({ description: 'A question that the session has drawn.' }),
  answer: text(1, 1000).meta({ description: 'The text of a choice, or an answer in own words.' }),
  timeMs: z.int().min(0).max(maxAnswerMs).optional().meta({
    description: 'Milliseconds the player took. Default: the time since the question was drawn.',
  }),
});

export type QuizAnswer = z.output<typeof answerSchema>;

export const quizAnswer = defineRules(answerSchema);

/** What contradicts within the quotas, whatever questions there are. */
function quotaFaults(value: unknown): Fault[] {
  const { quotas, length } = (value ?? {}) as { quotas?: unknown; length?: unknown };
  if (!Array.isArray(quotas)) return [];
  const faults = quotas.flatMap((each: unknown, index): Fault[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { min, max, ...kinds } = each as Record<string, unknown>;
    const path = ['quotas', index];
    const found: Fault[] = [];
    if (Object.values(kinds).every((kind) => kind === undefined)) {
      const detail = 'Must name a category, difficulty or topic.';
      found.push({ path, code: 'required', detail });
    }
    if (min === undefined && max === undefined) {
      found.push({ path, code: 'required', detail: 'Must have a min or a max.' });
    }
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      const detail = `Must not be less than min, which is ${min}.`;
      found.push({ path: [...path, 'max'], code: 'contradiction', detail });
    }
    return found;
  });
  const least = minimumOf(quotas);
  const limit = typeof length === 'number' ? length : maxSessionLength;
  if (least <= limit) return faults;
  const detail = `The quotas need at least ${least} questions, the session has ${limit}.`;
  return [...faults, { path: ['quotas'], code: 'contradiction', detail }];
}

/** Each quota has its own places, also where a question would count for two. */
export function minimumOf(quotas: readonly { readonly min?: unknown }[]): number {
  return quotas.reduce((sum, each) => sum + (typeof each?.min === 'number' ? each.min : 0), 0);
}
