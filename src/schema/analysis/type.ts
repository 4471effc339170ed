import { analysisTypes, partNameOf } from '../../analyses/registry.ts';
import { analysisStatuses } from '../../analyses/run-request.ts';
import { type AnalysisRecord, durationOf, readDetails, readItems } from '../../db/analysis-read.ts';
import { inSnakeCase } from '../../domain/naming.ts';
import { itemPage, maxItems } from '../../domain/page.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { withoutNulls } from '../page.ts';
import { isStale } from './stale.ts';

export const AnalysisTypeEnum = builder.enumType('AnalysisType', {
  description: 'The analyses there are.',
  values: Object.fromEntries(
    analysisTypes.map(({ name, description }) => [
      name.toUpperCase(),
      { value: name, description },
    ]),
  ),
});

const statusMeanings: Record<(typeof analysisStatuses)[number], string> = {
  QUEUED: 'Waits for a worker.',
  RUNNING: 'A worker is at it.',
  SUCCEEDED: 'Done; the result is there.',
  FAILED: 'Ended without a result; see error.',
  CANCELLED: 'Stopped because somebody asked.',
};

export const AnalysisStatusEnum = builder.enumType('AnalysisStatus', {
  description: 'Where a run stands.',
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
          'A word to act on, such as time_limit, memory_limit, worker_lost, too_many_questions, embeddings_unavailable or internal_error.',
      }),
      detail: t.exposeString('detail', { description: 'A sentence about it.' }),
    }),
  });

/** In the OpenAPI document every result stands under the name its type has here. */
const resultReferences = [
  ...analysisTypes.map(({ name }) => ({
    $ref: `#/components/schemas/${partNameOf(name, 'Result')}`,
  })),
  { type: 'null' },
];

export const AnalysisRef = builder.objectRef<AnalysisRecord>('Analysis');

/** What a whole result counts for in the cost of an operation: nearly a page. */
export const resultObjects = 15;

builder.node(AnalysisRef, {
  description: 'A run of an analysis, and what came of it.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'analysisType' in value,
  id: {
    resolve: ({ id }) => id,
    description: 'Made by the service; the same over GraphQL and REST.',
  },
  fields: (t) => ({
    analysisType: t.expose('analysisType', {
      type: AnalysisTypeEnum,
      description: 'Which analysis.',
    }),
    analysisTypeName: t.exposeString('analysisType', {
      description: 'Which analysis, as REST writes it.',
      extensions: { jsonSchema: { enum: analysisTypes.map(({ name }) => name) } },
    }),
    engineVersion: t.exposeInt('engineVersion', {
      description: 'Version of the analysis: results of different ones may differ.',
    }),
    status: t.expose('status', { type: AnalysisStatusEnum, description: 'Where the run stands.' }),
    progress: t.exposeFloat('progress', { description: 'The share that is done, 0 to 1.' }),
    parameters: t.expose('parameters', {
      type: 'JSON',
      description: 'As applied, defaults included; large ones by count and hash.',
      extensions: { jsonSchema: { type: 'object' } },
    }),
    selection: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The criteria that chose the questions, as REST writes them; null when ids did, or all were taken.',
      extensions: { jsonSchema: { type: ['object', 'null'] } },
      // JSON has one spelling on both interfaces, as in parameters and results.
      resolve: ({ selection }) => selection && inSnakeCase(selection),
    }),
    questionCount: t.exposeInt('questionCount', { description: 'How many questions it is about.' }),
    summary: t.expose('summary', {
      type: 'JSON',
      nullable: true,
      description: 'The figures of the result; null without one.',
      extensions: { jsonSchema: { type: ['object', 'null'] } },
    }),
    itemCount: t.exposeInt('itemCount', {
      nullable: true,
      description: 'How many items the result has in all; null without one.',
    }),
    result: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What came out, in the shape the type describes, with a page of its items; null without a result.',
      extensions: { objects: resultObjects, jsonSchema: { anyOf: resultReferences } },
      args: {
        include: t.arg.boolean({
          defaultValue: true,
          description: 'False gives null, for lists that show the summary alone.',
        }),
        limit: t.arg.int({ description: 'How many items, 0 to 1,000; 1,000 when left out.' }),
        offset: t.arg.int({ description: 'How many items to skip; 0 when left out.' }),
      },
      resolve: (analysis, { include, ...page }, context) =>
        include === false ? null : readResult(context, analysis, page),
    }),
    error: t.expose('error', {
      type: RunErrorRef,
      nullable: true,
      description: 'Why it failed; null when it did not.',
    }),
    stale: t.boolean({
      description: 'Whether a question it used has changed or gone since.',
      resolve: ({ id, status }, _args, context) => status === 'SUCCEEDED' && isStale(context, id),
    }),
    createdBy: t.exposeString('createdBy', { description: 'Who asked for it.' }),
    attempt: t.exposeInt('attempt', {
      description: 'How often it was begun: more than once when a worker was lost, 3 at most.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a worker began it; null while it waits.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was over; null before.',
    }),
    durationMs: t.int({
      nullable: true,
      description: 'From beginning to end in milliseconds; null before, or when it never began.',
      resolve: (analysis) => durationOf(analysis),
    }),
  }),
});

interface ItemArguments {
  readonly limit?: number | null | undefined;
  readonly offset?: number | null | undefined;
}

/** The result with a page of its items; null as long as there is none. */
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
