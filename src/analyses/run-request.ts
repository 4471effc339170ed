import { z } from 'zod';
import { findDangerousKeys } from '../domain/dangerous-keys.ts';
import { type Fault, validationError } from '../domain/errors.ts';
import { type QuestionFilter, questionFilterFields, uuid } from '../domain/question-criteria.ts';
import { defineRules, listFaults, parseBy } from '../domain/rules.ts';
import { isUuid } from '../domain/uuid.ts';
import type { AnalysisType } from './analysis-type.ts';
import { analysisTypes, findAnalysisType } from './registry.ts';

/** QUEUED → RUNNING → one of the others, which are final; a lost worker's run goes back to QUEUED. */
export const analysisStatuses = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;

export type AnalysisStatus = (typeof analysisStatuses)[number];

export function isFinished(status: string): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING';
}

/** How often a run is begun before it counts as one that kills its workers. */
export const maxAttempts = 3;

const maxQuestionIds = 100_000;

export const maxWaitSeconds = 30;
export const defaultWaitSeconds = 10;

/** Why a run failed: a word to act on and a sentence. */
export interface RunError {
  readonly code: string;
  readonly detail: string;
}

/** Responses of a million people are a parameter too. */
const maxParameterLength = 1_000_000;

const typeNames = analysisTypes.map(({ name }) => name);

const maxInvalidIds = 20;

/** One look at the whole list: a schema for each of 100,000 ids would hold up everybody else. */
const questionIdList = z
  .array(z.any())
  .min(1)
  .max(maxQuestionIds)
  .check((payload) => {
    const wrong = payload.value.flatMap((id, index) => (isId(id) ? [] : [{ id, index }]));
    for (const { id, index } of wrong.slice(0, maxInvalidIds)) {
      const isText = typeof id === 'string';
      payload.issues.push({
        code: 'custom',
        input: id,
        path: [index],
        message: isText ? 'Must be a UUID.' : 'Expected a string.',
        params: { code: isText ? 'invalid' : 'wrong_type' },
      });
    }
    if (wrong.length === 0) payload.value = payload.value.map((id: string) => id.toLowerCase());
  })
  .meta({ items: { type: 'string', format: 'uuid' } }) as z.ZodType<string[]>;

function isId(value: unknown): value is string {
  return typeof value === 'string' && isUuid(value);
}

const runSchema = z.strictObject({
  analysisType: z
    .string()
    .check(({ value, issues }) => {
      if (findAnalysisType(value)) return;
      issues.push({
        code: 'custom',
        input: value,
        message: `There is no analysis ${JSON.stringify(value.slice(0, 50))}; there are ${typeNames.join(', ')}.`,
        params: { code: 'unknown_type' },
      });
    })
    .meta({ description: 'Which analysis.', enum: typeNames }),
  questionIds: questionIdList
    .nullish()
    .meta({ description: 'The questions to look at; each counts once.' }),
  selection: z.strictObject(questionFilterFields).partial().nullish().meta({
    description: 'Criteria that choose the questions; not with ids. Neither: all of them.',
  }),
  parameters: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: 'Settings of the analysis; each has a default.' }),
});

export type RunRequest = z.output<typeof runSchema>;

/** What a run is asked by; its parameters are checked by the type's own schema as well. */
export const runRequest = defineRules(
  runSchema,
  (value) => [...findContradictions(value), ...parameterFaults(value)],
  maxParameterLength,
);

type Given = Partial<Record<keyof RunRequest, unknown>> | null;

function findContradictions(value: unknown): Fault[] {
  const { questionIds, selection } = (value ?? {}) as NonNullable<Given>;
  if (questionIds == null || selection == null) return [];
  return [
    { path: ['selection'], code: 'contradiction', detail: 'Not together with question ids.' },
  ];
}

/** What the type's own schema says of its parameters. */
function parameterFaults(value: unknown): Fault[] {
  const { analysisType, parameters } = (value ?? {}) as NonNullable<Given>;
  const dangerous = findDangerousKeys(parameters, ['parameters']);
  const type = typeof analysisType === 'string' ? findAnalysisType(analysisType) : undefined;
  // What is no object at all has been told by the request's own schema.
  const isObject = parameters == null || isPlainObject(parameters);
  if (dangerous.length > 0 || !type || !isObject) return dangerous;
  return listFaults(parameterRules(type), parameters ?? {}).map((fault) => ({
    ...fault,
    ...(fault.code === 'unknown_field' && fault.path.length === 1 && listParameters(type)),
    path: ['parameters', ...fault.path],
  }));
}

function listParameters({ name, parameters }: AnalysisType): Pick<Fault, 'detail'> {
  const known = Object.keys((parameters as unknown as z.ZodObject).shape);
  return { detail: `There is no such parameter of ${name}; there are ${known.join(', ')}.` };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parameterRules(type: AnalysisType) {
  return defineRules(type.parameters, undefined, maxParameterLength);
}

/** What chooses runs out of the list. */
export const analysisFilterFields = {
  analysisType: z
    .array(z.enum(typeNames))
    .min(1)
    .max(20)
    .meta({ description: 'Any of these analyses.' }),
  status: z
    .array(z.enum(analysisStatuses))
    .min(1)
    .max(20)
    .meta({ description: 'In any of these states.' }),
  questionId: uuid.meta({ description: 'Runs that are about this question among others.' }),
};

export const analysisFilter = defineRules(z.strictObject(analysisFilterFields).partial());

export interface RunPlan {
  readonly type: AnalysisType;
  /** With every default filled in. */
  readonly parameters: object;
  /** The same as the record shows them: large ones by count and hash. */
  readonly shownParameters: object;
  readonly questionIds: readonly string[] | null;
  readonly selection: QuestionFilter;
}

/** What a request that keeps the rules comes to. */
export function planRun(request: RunRequest): RunPlan {
  const type = findAnalysisType(request.analysisType);
  if (!type) throw new Error(`The rules let the type ${request.analysisType} pass.`);
  const parameters = parseBy(parameterRules(type), request.parameters ?? {});
  return {
    type,
    parameters,
    shownParameters: type.echo?.(parameters) ?? parameters,
    questionIds: request.questionIds ? [...new Set(request.questionIds)] : null,
    selection: request.selection ?? {},
  };
}

/** Refuses an analysis that needs what is not set. */
export function assertProviderConfigured({ type }: RunPlan, hasEmbeddings: boolean): void {
  if (type.needs === undefined || hasEmbeddings) return;
  const detail = `The analysis ${type.name} needs a provider of embeddings: set EMBEDDINGS_URL and EMBEDDINGS_MODEL (and EMBEDDINGS_KEY where it asks for one).`;
  throw validationError('BAD_USER_INPUT', [
    { path: ['analysisType'], code: 'unavailable', detail },
  ]);
}
