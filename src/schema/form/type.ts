import { type FormPin, readFormPins, readFormQuestions } from '../../db/forms/form-read.ts';
import { type FormError, type FormStatus, formStatuses } from '../../db/forms/form-store.ts';
import type { Form } from '../../db/generated/prisma/client.ts';
import type { PinnedQuestion } from '../../db/pinned-questions.ts';
import { inSnakeCase } from '../../domain/naming.ts';
import { difficultyNames } from '../../domain/question.ts';
import { orderChoices } from '../../formats/sheets/sheet.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { CategoryEnum, DifficultyEnum } from '../question/type.ts';
import { FormFormatEnum, renderForm } from './render-form.ts';
import type { ShownForm } from './shown-form.ts';

interface Variant {
  readonly number: number;
  readonly questions: readonly ShownQuestion[];
}

interface ShownQuestion extends FormPin {
  /** Reads the contents of all questions of the forms at once, if any field needs them. */
  readonly read: () => Promise<{ content: PinnedQuestion; form: ShownForm }>;
}

const statusMeanings: Record<FormStatus, string> = {
  QUEUED: 'Waiting for a worker.',
  RUNNING: 'A worker is assembling them.',
  OPTIMAL: 'No better forms exist.',
  FEASIBLE: 'The time limit was reached; `gap` tells how much better others might be.',
  INFEASIBLE: 'No forms meet all constraints; see `conflicts`.',
  FAILED: 'Ended without a result; see `error`.',
};

const FormStatusEnum = builder.enumType('FormStatus', {
  description: 'The state of an assembly.',
  values: Object.fromEntries(
    formStatuses.map((status) => [
      status,
      { value: status as string, description: statusMeanings[status] },
    ]),
  ),
});

const FormErrorRef = builder.objectRef<FormError>('FormError').implement({
  description: 'Why an assembly failed.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Machine-readable: time_limit, too_many_questions, worker_lost, internal_error.',
    }),
    detail: t.exposeString('detail', { description: 'An explanation for people.' }),
  }),
});

const FormQuestionRef = builder.objectRef<ShownQuestion>('FormQuestion').implement({
  description: 'A version of a question that a form has pinned: later edits do not change it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the question, not of the form.' }),
    version: t.exposeInt('version'),
    questionText: t.string({
      resolve: async ({ read }) => (await read()).content.questionText,
    }),
    choices: t.stringList({
      description:
        'The answer and the incorrect answers, in an order that does not reveal the answer; empty for an open question.',
      resolve: async ({ read }) => {
        const { content, form } = await read();
        return orderChoices(content, form.seed);
      },
    }),
    category: t.field({
      type: CategoryEnum,
      resolve: async ({ read }) => (await read()).content.category,
    }),
    categoryName: t.string({ resolve: async ({ read }) => (await read()).content.category }),
    difficulty: t.field({
      type: DifficultyEnum,
      resolve: async ({ read }) => (await read()).content.difficulty,
    }),
    difficultyLevel: t.int({
      description: `The level: ${difficultyNames.map((name, level) => `${level} ${name}`).join(', ')}.`,
      resolve: async ({ read }) => (await read()).content.difficulty,
    }),
    topicFocus: t.string({
      nullable: true,
      resolve: async ({ read }) => (await read()).content.topicFocus,
    }),
    correctAnswer: t.string({
      nullable: true,
      description: 'Null unless the key was asked for.',
      resolve: async ({ read }) => {
        const { content, form } = await read();
        return form.hasKey ? content.correctAnswer : null;
      },
    }),
  }),
});

const FormVariantRef = builder.objectRef<Variant>('FormVariant').implement({
  description: 'One of the parallel forms.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'From 1.' }),
    questions: t.field({
      type: [FormQuestionRef],
      extensions: { length: 1 },
      resolve: ({ questions }) => [...questions],
    }),
  }),
});

/** The cost of all questions of the forms: nearly that of a page. */
const questionObjects = 15;

export const FormRef = builder.objectRef<ShownForm>('Form').implement({
  description:
    'One or several parallel test forms that were assembled together. They never change.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'A UUIDv7.' }),
    name: t.exposeString('name', { nullable: true }),
    status: t.expose('status', { type: FormStatusEnum }),
    objective: t.exposeFloat('objective', {
      nullable: true,
      description:
        'What the forms are worth. random: the sum of the random numbers of their questions, less is better; least_exposure: the sum of the uses of their questions; information: the largest deviation from the targets or, without any, the least information, to within 0.01.',
    }),
    bound: t.exposeFloat('bound', {
      nullable: true,
      description: 'A limit that no forms can surpass; the objective itself if OPTIMAL.',
    }),
    gap: t.float({
      nullable: true,
      description:
        'How far the objective is from the bound, relative to the objective (or to 1, if that is more); 0 if OPTIMAL.',
      resolve: (form) => gapOf(form),
    }),
    conflicts: t.exposeStringList('conflicts', {
      description:
        'If INFEASIBLE: constraints that contradict each other. Without any one of them, the others can be met.',
    }),
    conflictPointers: t.exposeStringList('conflictPointers', {
      description: 'Where each of `conflicts` is in `request`: JSON Pointers.',
    }),
    irreducible: t.exposeBoolean('irreducible', {
      nullable: true,
      description:
        'False if the time limit was reached while `conflicts` was reduced: some may be needless.',
    }),
    forms: t.field({
      type: [FormVariantRef],
      description: 'Empty until they are assembled.',
      extensions: { length: 1, objects: questionObjects },
      resolve: (form, _args, context) => readVariants(form, context),
    }),
    rendering: t.string({
      nullable: true,
      description:
        'The forms as a document; QTI, which is binary, in base64. Null until they are assembled.',
      extensions: { objects: questionObjects },
      args: {
        format: t.arg({ type: FormFormatEnum, required: true }),
        number: t.arg.int({ description: 'Only this one of the parallel forms.' }),
      },
      resolve: async (form, { format, number }, context) => {
        const { chunks } = await renderForm(context, form, format, number ?? undefined);
        const parts: Buffer[] = [];
        for await (const chunk of chunks) parts.push(Buffer.from(chunk));
        return Buffer.concat(parts).toString(format === 'qti' ? 'base64' : 'utf8');
      },
    }),
    candidateCount: t.exposeInt('candidateCount', {
      nullable: true,
      description: 'How many questions could have been used; null until assembled.',
    }),
    seed: t.exposeString('seed', {
      description: 'The same seed, request and bank give the same forms.',
    }),
    analysisId: t.exposeID('analysisId', {
      nullable: true,
      description: 'The run whose item parameters were used.',
    }),
    request: t.field({
      type: 'JSON',
      description: 'The request with its defaults, with the names of REST.',
      extensions: { jsonSchema: { type: 'object' } },
      resolve: ({ request }) => inSnakeCaseDeep(request),
    }),
    error: t.field({
      type: FormErrorRef,
      nullable: true,
      description: 'Null unless the assembly failed.',
      resolve: ({ error }) => error as FormError | null,
    }),
    createdBy: t.exposeString('createdBy', { description: 'Caller id of whoever requested it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
});

function gapOf({ objective, bound }: Form): number | null {
  if (objective === null || bound === null) return null;
  return Math.abs(objective - bound) / Math.max(1, Math.abs(objective));
}

async function readVariants(form: ShownForm, { database }: Context): Promise<Variant[]> {
  const pins = await readFormPins(database, form.id);
  let reading: Promise<PinnedQuestion[]> | undefined;
  const questions = pins.map(
    (pin, at): ShownQuestion => ({
      ...pin,
      read: async () => {
        reading ??= readFormQuestions(database, pins);
        const content = (await reading)[at];
        if (!content) throw new Error('A pinned question is missing.');
        return { content, form };
      },
    }),
  );
  const numbers = [...new Set(pins.map(({ number }) => number))];
  return numbers.map((number) => ({
    number,
    questions: questions.filter((question) => question.number === number),
  }));
}

function inSnakeCaseDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCaseDeep);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(inSnakeCase(value));
  return Object.fromEntries(entries.map(([name, item]) => [name, inSnakeCaseDeep(item)]));
}
