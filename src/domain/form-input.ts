import * as z from 'zod';
import type { Fault } from './errors.ts';
import { questionFilterFields, uuid } from './question-criteria.ts';
import { category, difficulty } from './question-input.ts';
import { defineRules } from './rules.ts';
import { text } from './text.ts';

export const maxForms = 20;
export const maxLength = 1000;
/** Of all forms together. */
const maxQuestions = 5000;

export const objectiveKinds = ['random', 'least_exposure', 'information'] as const;

const count = z.int().min(0).max(maxLength);

const quota = z.strictObject({
  category: category.optional(),
  difficulty: difficulty.optional(),
  topicFocus: text(1, 200).optional().meta({ description: 'A topic, case-insensitive.' }),
  source: text(1, 200).optional().meta({ description: 'Where the questions come from.' }),
  min: count.optional().meta({ description: 'At least so many in each form.' }),
  max: count.optional().meta({ description: 'At most so many in each form.' }),
});

const target = z.strictObject({
  ability: z
    .number()
    .min(-6)
    .max(6)
    .meta({ description: 'On the scale of the item parameters, whose mean is 0.' }),
  information: z
    .number()
    .min(0)
    .max(10_000)
    .optional()
    .meta({ description: 'The test information wanted there; omitted, as much as possible.' }),
});

const objective = z.preprocess(
  (given) => (typeof given === 'string' ? { kind: given } : given),
  z.strictObject({
    kind: z.enum(objectiveKinds).meta({
      description:
        'random: a random form, by the seed; least_exposure: questions that fewest forms and responses have used; information: test information at the abilities in targets, from item parameters.',
    }),
    targets: z.array(target).min(1).max(10).optional().meta({
      description:
        'For information: abilities, each with the information wanted (the largest deviation in any form is minimized) or all without (the least information in any form is maximized).',
    }),
    analysisId: uuid.optional().meta({
      description:
        'For information: the item_statistics run with the item parameters; default the newest with a model.',
    }),
  }),
);

const formSchema = z.strictObject({
  name: text(1, 200).optional().meta({ description: 'A title, printed on the forms.' }),
  forms: z
    .int()
    .min(1)
    .max(maxForms)
    .default(1)
    .meta({ description: 'How many parallel forms to assemble.' }),
  length: z.int().min(1).max(maxLength).meta({ description: 'Questions in each form.' }),
  criteria: z
    .strictObject(questionFilterFields)
    .partial()
    .default({})
    .meta({ description: 'Which questions may be used; default all.' }),
  quotas: z
    .array(quota)
    .max(100)
    .default([])
    .meta({ description: 'How many questions of a kind each form has.' }),
  maxPerTopic: z
    .int()
    .min(1)
    .max(maxLength)
    .optional()
    .meta({ description: 'At most so many questions of one topic in each form.' }),
  enemies: z
    .array(z.array(uuid).length(2))
    .max(maxLength)
    .default([])
    .meta({ description: 'Pairs of question ids that may not appear in the same form.' }),
  avoidDuplicates: z.boolean().default(false).meta({
    description:
      'Also keep apart questions with the same text, and those that the newest duplicates analysis found to be the same.',
  }),
  overlap: count
    .default(0)
    .meta({ description: 'How many questions any two of the forms may share.' }),
  objective: objective
    .optional()
    .meta({ description: 'What makes one form better than another; default random.' }),
  seed: text(1, 200)
    .optional()
    .meta({ description: 'The same seed, request and bank give the same forms; default random.' }),
});

export type FormRequest = z.output<typeof formSchema>;

/** What forms to assemble. */
export const formRequest = defineRules(formSchema, listFaults);

function listFaults(value: unknown): Fault[] {
  const given = (value ?? {}) as Partial<Record<keyof FormRequest, unknown>>;
  return [
    ...sizeFaults(given),
    ...listOf(given.quotas).flatMap(quotaFaults),
    ...listOf(given.enemies).flatMap(enemyFaults),
    ...objectiveFaults(given.objective),
  ];
}

function sizeFaults({ forms = 1, length }: Partial<Record<'forms' | 'length', unknown>>): Fault[] {
  const [count, each] = [Number(forms), Number(length)];
  if (!(count <= maxForms && each <= maxLength && count * each > maxQuestions)) return [];
  const detail = `All forms together may have ${maxQuestions.toLocaleString('en')} questions; ${count} of ${each} are more.`;
  return [{ path: ['length'], code: 'out_of_range', detail }];
}

const kinds = ['category', 'difficulty', 'topicFocus', 'source'];

function quotaFaults(value: unknown, index: number): Fault[] {
  if (!isRecord(value)) return [];
  const path = ['quotas', index];
  const isMissing = (names: readonly string[]) => names.every((name) => value[name] == null);
  const faults: Fault[] = [];
  if (isMissing(kinds)) {
    const detail = 'Name a category, difficulty, topic or source.';
    faults.push({ path, code: 'required', detail });
  }
  if (isMissing(['min', 'max']))
    faults.push({ path, code: 'required', detail: 'Give min or max.' });
  if (Number(value.min ?? 0) > Number(value.max ?? Infinity)) {
    const detail = 'Must not be more than max.';
    faults.push({ path: [...path, 'min'], code: 'contradiction', detail });
  }
  return faults;
}

function enemyFaults(value: unknown, index: number): Fault[] {
  const [first, second] = listOf(value);
  if (typeof first !== 'string' || typeof second !== 'string') return [];
  if (first.toLowerCase() !== second.toLowerCase()) return [];
  const detail = 'A question cannot be its own enemy.';
  return [{ path: ['enemies', index], code: 'contradiction', detail }];
}

function objectiveFaults(value: unknown): Fault[] {
  if (!isRecord(value)) {
    return value === 'information' ? [targetsRequired] : [];
  }
  const targets = listOf(value.targets);
  const isInformation = value.kind === 'information';
  const faults: Fault[] = [];
  if (isInformation && value.targets == null) faults.push(targetsRequired);
  for (const name of ['targets', 'analysisId']) {
    if (isInformation || value[name] == null) continue;
    const detail = 'Only allowed with the kind information.';
    faults.push({ path: ['objective', name], code: 'contradiction', detail });
  }
  const wanted = targets.filter((each) => isRecord(each) && each.information != null).length;
  if (wanted > 0 && wanted < targets.length) {
    const detail = 'Give the information at each ability, or at none.';
    faults.push({ path: ['objective', 'targets'], code: 'contradiction', detail });
  }
  return faults;
}

const targetsRequired: Fault = {
  path: ['objective', 'targets'],
  code: 'required',
  detail: 'Name at least one ability.',
};

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
