import * as z from 'zod';
import { findDangerousKeys } from '../domain/dangerous-keys.ts';
import { type Fault, validationError } from '../domain/errors.ts';
import { didYouMean } from '../domain/nearest-name.ts';
import { type QuestionFilter, questionFilterFields, uuid } from '../domain/question-criteria.ts';
import { defineRules, type Examined, examine, runAtOnce } from '../domain/rules.ts';
import { isUuid } from '../domain/uuid.ts';
import type { AnalysisType } from './analysis-type.ts';
import { analysisTypes, findAnalysisType } from './registry.ts';

/** QUEUED → RUNNING → one of the others, which are final; a lost worker's run goes back to QUEUED. */
export const analysisStatuses = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;

export type AnalysisStatus = (typeof analysisStatuses)[number];

export function isFinished(status: string): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING';
}

/** A run that was started this often and never finished is assumed to crash its workers. */
export const maxAttempts = 3;

const maxQuestionIds = 100_000;

export const maxWaitSeconds = 30;
export const defaultWaitSeconds = 10;

/** Why a run failed: a machine-readable code and an explanation. */
export interface RunError {
  readonly code: string;
  readonly detail: string;
}

/** item_statistics accepts a million responses. */
const maxParameterLength = 1_000_000;

const typeNames = analysisTypes.map(({ name }) => name);

const maxInvalidIds = 20;

/** One check of the whole list: a schema for each of 100,000 ids would block the event loop. */
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

/** Not a record, which zod copies: the parameters of a request are recognized by their identity. */
const parameterObject = z
  .unknown()
  .check(({ value, issues }) => {
    if (value == null || isPlainObject(value)) return;
    const given = Array.isArray(value) ? 'an array' : `a ${typeof value}`;
    issues.push({
      code: 'custom',
      input: value,
      message: `Expected an object, got ${given}.`,
      params: { code: 'wrong_type' },
    });
  })
  .meta({ type: 'object', additionalProperties: {} }) as z.ZodType<Record<string, unknown>>;

const runSchema = z.strictObject({
  analysisType: z
    .string()
    .check(({ value, issues }) => {
      if (findAnalysisType(value)) return;
      issues.push({
        code: 'custom',
        input: value,
        message: `Unknown analysis ${JSON.stringify(value.slice(0, 50))}; must be one of ${typeNames.join(', ')}.${didYouMean(value, typeNames)}`,
        params: { code: 'unknown_type' },
      });
    })
    .meta({ description: 'The analysis to run.', enum: typeNames }),
  questionIds: questionIdList
    .nullish()
    .meta({ description: 'Ids of the questions to analyze; duplicates are ignored.' }),
  selection: z.strictObject(questionFilterFields).partial().nullish().meta({
    description:
      'Criteria that select the questions; cannot be combined with ids. Default: all questions.',
  }),
  parameters: parameterObject
    .nullish()
    .meta({ description: 'Parameters of the analysis; each has a default.' }),
});

export type RunRequest = z.output<typeof runSchema>;

/** A request for a run; the schema of its type validates the parameters. */
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
    { path: ['selection'], code: 'contradiction', detail: 'Cannot be combined with question ids.' },
  ];
}

/** Validates the parameters by the schema of the type. */
function parameterFaults(value: unknown): Fault[] {
  const { analysisType, parameters } = (value ?? {}) as NonNullable<Given>;
  const dangerous = findDangerousKeys(parameters, ['parameters']);
  const type = typeof analysisType === 'string' ? findAnalysisType(analysisType) : undefined;
  // Other values are reported by the schema of the request.
  const isObject = parameters == null || isPlainObject(parameters);
  if (dangerous.length > 0 || !type || !isObject) return dangerous;
  return examineParameters(type, parameters ?? {}).faults.map((fault) => ({
    ...fault,
    ...(fault.code === 'unknown_field' && fault.path.length === 1 && listParameters(type)),
    path: ['parameters', ...fault.path],
  }));
}

function listParameters({ name, parameters }: AnalysisType): Pick<Fault, 'detail'> {
  const known = Object.keys((parameters as unknown as z.ZodObject).shape);
  return { detail: `Unknown parameter of ${name}; must be one of ${known.join(', ')}.` };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type ExaminedParameters = Examined<z.output<AnalysisType['parameters']>>;

const examinedParameters = new WeakMap<
  object,
  { type: AnalysisType; outcome: ExaminedParameters }
>();

/**
 * Validates parameters by the schema of the type. They pass several layers and may hold a million
 * responses, so the outcome is remembered for as long as the request holds them.
 */
function examineParameters(type: AnalysisType, parameters: object): ExaminedParameters {
  const known = examinedParameters.get(parameters);
  if (known?.type === type) return known.outcome;
  const rules = defineRules(type.parameters, undefined, maxParameterLength);
  const outcome = examine(rules, parameters);
  examinedParameters.set(parameters, { type, outcome });
  return outcome;
}

/** Criteria that select runs. */
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
  questionId: uuid.meta({ description: 'Runs that analyzed this question.' }),
};

export const analysisFilter = defineRules(z.strictObject(analysisFilterFields).partial());

export interface RunPlan {
  readonly type: AnalysisType;
  /** With all defaults applied. */
  readonly parameters: object;
  /** As stored with the run: large ones as count and hash. */
  readonly shownParameters: object;
  readonly readsResponses: boolean;
  readonly questionIds: readonly string[] | null;
  readonly selection: QuestionFilter;
}

/** The plan for a valid request. */
export function planRun(request: RunRequest): RunPlan {
  return runAtOnce(planInSteps(request));
}

/** The same in steps: to summarize a million responses takes a while. */
export function* planInSteps(request: RunRequest): Generator<void, RunPlan> {
  const type = findAnalysisType(request.analysisType);
  if (!type) throw new Error(`Unknown analysis ${request.analysisType} passed validation`);
  const examined = examineParameters(type, request.parameters ?? {});
  if (!('value' in examined)) throw validationError('BAD_USER_INPUT', examined.faults);
  const parameters = examined.value;
  return {
    type,
    parameters,
    shownParameters: type.echo ? yield* type.echo(parameters) : parameters,
    readsResponses: type.readsResponses?.(parameters) ?? false,
    questionIds: request.questionIds ? [...new Set(request.questionIds)] : null,
    selection: request.selection ?? {},
  };
}
