import { analysisTypes, partNameOf } from '../../analyses/registry.ts';
import { analysisStatuses } from '../../analyses/run-request.ts';
import { type AnalysisRecord, durationOf, readDetails, readItems } from '../../db/analysis-read.ts';
import { inSnakeCase } from '../../domain/naming.ts';
import { itemPage, maxItems } from '../../domain/page.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { isStale } from '../loaders.ts';
import { withoutNulls } from '../page.ts';

export const AnalysisTypeEnum = builder.enumType('AnalysisType', {
  description: 'The available analyses.',
  values: Object.fromEntries(
    analysisTypes.map(({ name, description }) => [
      name.toUpperCase(),
      { value: name, description },
    ]),
  ),
});

const statusMeanings: Record<(typeof analysisStatuses)[number], string> = {
  QUEUED: 'Waiting for a worker.',
  RUNNING: 'A worker is running it.',
  SUCCEEDED: 'Ended with a result.',
  FAILED: 'Ended without a result; see `error`.',
  CANCELLED: 'Canceled by a client.',
};

export const AnalysisStatusEnum = builder.enumType('AnalysisStatus', {
  description: 'The state of a run.',
  values: Object.fromEntries(
    analysisStatuses.map((status) => [
      status,
      { value: status as string, description: statusMeanings[status] },
    ]),
  ),
});

const RunErrorRef = builder
  .objectRef<NonNullable<AnalysisRecord['error']>>('AnalysisError')
  .implement({
    description: 'Why a run failed.',
    fields: (t) => ({
      code: t.exposeString('code', {
        description:
          'Machine-readable: time_limit, memory_limit, worker_lost, too_many_questions, embeddings_unavailable, internal_error and others.',
      }),
      detail: t.exposeString('detail', { description: 'An explanation for people.' }),
    }),
  });

/** The OpenAPI document names every result schema like its GraphQL type. */
const resultReferences = [
  ...analysisTypes.map(({ name }) => ({
    $ref: `#/components/schemas/${partNameOf(name, 'Result')}`,
  })),
  { type: 'null' },
];

export const AnalysisRef = builder.objectRef<AnalysisRecord>('Analysis');

/** The cost of a whole result: nearly that of a page. */
export const resultObjects = 15;

builder.node(AnalysisRef, {
  description: 'A run of an analysis and its result.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'analysisType' in value,
  id: {
    resolve: ({ id }) => id,
    description: 'A UUIDv7 assigned by the service; the same in REST.',
    extensions: { pothosExposedField: 'id' },
  },
  fields: (t) => ({
    analysisType: t.expose('analysisType', { type: AnalysisTypeEnum }),
    analysisTypeName: t.exposeString('analysisType', {
      description: 'The analysis type in lower case, as in REST.',
      extensions: { jsonSchema: { enum: analysisTypes.map(({ name }) => name) } },
    }),
    engineVersion: t.exposeInt('engineVersion', {
      description: 'Version of the analysis code; results of different versions may differ.',
    }),
    status: t.expose('status', { type: AnalysisStatusEnum }),
    progress: t.exposeFloat('progress', { description: 'Fraction completed, 0 to 1.' }),
    parameters: t.expose('parameters', {
      type: 'JSON',
      description: 'As applied, including defaults. Large inputs are shown as a count and a hash.',
      extensions: { jsonSchema: { type: 'object' } },
    }),
    selection: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The criteria that chose the questions, with the names of REST; null if ids were given or all questions used.',
      extensions: { jsonSchema: { type: ['object', 'null'] } },
      // JSON values use snake_case on both interfaces, as in parameters and results.
      resolve: ({ selection }) => selection && inSnakeCase(selection),
    }),
    questionCount: t.exposeInt('questionCount', {
      description: 'The number of questions analyzed.',
    }),
    summary: t.expose('summary', {
      type: 'JSON',
      nullable: true,
      description: 'The key figures of the result; null without a result.',
      extensions: { jsonSchema: { type: ['object', 'null'] } },
    }),
    itemCount: t.exposeInt('itemCount', {
      nullable: true,
      description: 'The number of items in the whole result; null without a result.',
    }),
    result: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The result with a page of its items, in the schema that `analysisTypes` gives; null without a result.',
      extensions: { objects: resultObjects, jsonSchema: { anyOf: resultReferences } },
      args: {
        include: t.arg.boolean({
          defaultValue: true,
          description: 'Pass false to get null, for lists that only show the summary.',
        }),
        limit: t.arg.int({ description: 'Page size, 0 to 1,000; default 1,000.' }),
        offset: t.arg.int({ description: 'Items to skip; default 0.' }),
      },
      resolve: (analysis, { include, ...page }, context) =>
        include === false ? null : readResult(context, analysis, page),
    }),
    error: t.expose('error', {
      type: RunErrorRef,
      nullable: true,
      description: 'Null unless the run failed.',
    }),
    stale: t.boolean({
      description: 'Whether a question it used was changed or deleted since.',
      resolve: ({ id, status }, _args, context) => status === 'SUCCEEDED' && isStale(context, id),
    }),
    createdBy: t.exposeString('createdBy', { description: 'Caller id of whoever requested it.' }),
    attempt: t.exposeInt('attempt', {
      description: 'How often the run was started, up to 3; more than 1 after a worker was lost.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was requested.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null while it is queued.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null until the run ends.',
    }),
    durationMs: t.int({
      nullable: true,
      description:
        'From start to end in milliseconds; null until the run ends, or if it never started.',
      resolve: (analysis) => durationOf(analysis),
    }),
  }),
});

interface ItemArguments {
  readonly limit?: number | null | undefined;
  readonly offset?: number | null | undefined;
}

/** The result with a page of its items; null unless the run succeeded. */
export async function readResult(
  { database }: Context,
  { id, status, summary }: AnalysisRecord,
  given: ItemArguments,
): Promise<object | null> {
  const page = parseBy(
    itemPage,
    withoutNulls({ limit: given.limit, offset: given.offset }),
    'BAD_REQUEST',
  );
  if (status !== 'SUCCEEDED') return null;
  const [details, items] = await Promise.all([
    readDetails(database, id),
    readItems(database, id, page.limit ?? maxItems, page.offset ?? 0),
  ]);
  return { summary, ...details, items };
}
