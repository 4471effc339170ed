import * as z from 'zod';
import { analysisTypes, partNameOf } from '../../analyses/registry.ts';
import {
  analysisFilterFields,
  defaultWaitSeconds,
  isFinished,
  runRequest,
} from '../../analyses/run-request.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { itemPageFields } from '../../domain/page.ts';
import { pageFragment, paging } from './paging.ts';
import type { OtherForm, Parameter, ResponseBody, Row } from './row.ts';

/** The fields of a run, with the given arguments of `result`. */
const record = (result: string) => `{
  id
  analysis_type: analysisTypeName
  engine_version: engineVersion
  status
  progress
  parameters
  selection
  question_count: questionCount
  summary
  item_count: itemCount
  result${result}
  error { code detail }
  stale
  created_by: createdBy
  attempt
  created_at: createdAt
  started_at: startedAt
  finished_at: finishedAt
  duration_ms: durationMs
}`;

const analysisFragment = `fragment Analysis on Analysis ${record('')}`;

const criteria: Record<string, Parameter> = Object.fromEntries(
  Object.entries(analysisFilterFields).map(([name, schema]) => [
    toSnakeCase(name),
    { schema, variable: `filter.${name}` },
  ]),
);

const flagFragment = 'fragment Flag on AnalysisFlag { question_id: questionId reasons }';

/** For browsers, and for people who save it. */
const reportFile: OtherForm = {
  type: 'text/html',
  description: 'The report itself: plots and tables without scripts.',
  write: ({ html, content_security_policy }: ResponseBody) => ({
    headers: {
      'content-security-policy': `${content_security_policy}; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
    },
    body: html,
  }),
};

export const analysisRows: readonly Row[] = [
  {
    method: 'POST',
    path: '/analysis/run',
    name: 'runAnalysis',
    summary: 'Run an analysis; responds 202 when it takes longer than the requested wait',
    body: {
      name: 'RunAnalysis',
      rules: runRequest,
      variable: 'input',
      alternatives: {
        parameters: analysisTypes.map(({ name }) => partNameOf(name, 'Parameters')),
      },
      example: { analysis_type: 'quality', parameters: { max_words: 30 } },
    },
    waits: { defaultSeconds: defaultWaitSeconds, for: 'the run to finish' },
    document: `
      mutation RunAnalysis($input: RunAnalysisInput!, $wait: Int) {
        body: runAnalysis(input: $input, wait: $wait) { ...Analysis }
      } ${analysisFragment}`,
    success: {
      status: 200,
      isUnfinished: ({ status }) => !isFinished(status),
      location: ({ id }) => `/analysis/${id}`,
    },
    errors: [],
  },
  {
    method: 'GET',
    path: '/analysis',
    name: 'listAnalyses',
    summary: 'List analysis runs, newest first',
    query: {
      ...criteria,
      include: {
        schema: z
          .array(z.enum(['result']))
          .min(1)
          .meta({ description: 'Additional parts to include: result.' }),
        variable: 'withResult',
        read: () => true,
      },
      ...paging,
    },
    document: `
      query ListAnalyses(
        $filter: AnalysisFilter, $withResult: Boolean = false, $first: Int, $offset: Int, $after: String
      ) {
        body: analyses(filter: $filter, first: $first, offset: $offset, after: $after) {
          data: nodes { ...ListedAnalysis }
          page { ...Page }
        }
      }
      fragment ListedAnalysis on Analysis ${record('(include: $withResult)')} ${pageFragment}`,
    success: { status: 200 },
    errors: ['QUERY_TOO_COMPLEX'],
  },
  {
    method: 'GET',
    path: '/analysis/types',
    name: 'listAnalysisTypes',
    summary: 'List the analysis types, with JSON Schemas of their parameters and results',
    document: `
      query ListAnalysisTypes {
        data: analysisTypes {
          name title description engine_version: engineVersion available parameters result
        }
      }`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'GET',
    path: '/analysis/{id}',
    name: 'getAnalysis',
    summary: 'Get an analysis run with its result; items are paged',
    query: {
      limit: { schema: itemPageFields.limit, variable: 'limit' },
      offset: { schema: itemPageFields.offset, variable: 'offset' },
    },
    document: `
      query GetAnalysis($id: ID!, $limit: Int, $offset: Int) {
        body: analysis(id: $id) { ...PagedAnalysis }
      }
      fragment PagedAnalysis on Analysis ${record('(limit: $limit, offset: $offset)')}`,
    success: { status: 200 },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'DELETE',
    path: '/analysis/{id}',
    name: 'deleteAnalysis',
    summary: 'Delete a finished run and its result',
    document: `
      mutation DeleteAnalysis($id: ID!) {
        body: deleteAnalysis(id: $id)
      }`,
    success: { status: 204 },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'POST',
    path: '/analysis/{id}/cancel',
    name: 'cancelAnalysis',
    summary: 'Cancel a queued or running analysis',
    document: `
      mutation CancelAnalysis($id: ID!) {
        body: cancelAnalysis(id: $id) { ...Analysis }
      } ${analysisFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'GET',
    path: '/analysis/{id}/report',
    name: 'getAnalysisReport',
    summary: 'Get the report of a run that succeeded: with Accept: text/html, as one HTML file',
    document: `
      query GetAnalysisReport($id: ID!) {
        body: analysisReport(id: $id) {
          id
          html
          content_security_policy: contentSecurityPolicy
        }
      }`,
    success: { status: 200, otherForms: [reportFile] },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'GET',
    path: '/analysis/{id}/compare/{other}',
    name: 'compareAnalyses',
    summary: 'Compare two runs of the same analysis type',
    document: `
      query CompareAnalyses($id: ID!, $other: ID!) {
        body: compareAnalyses(id: $id, other: $other) { ...Comparison }
      }
      fragment Comparison on AnalysisComparison {
        earlier { id created_at: createdAt }
        later { id created_at: createdAt }
        score { before after change }
        summary { figure before after change }
        new_count: newCount
        new { ...Flag }
        gone_count: goneCount
        gone { ...Flag }
        unchanged
        warnings { code detail }
      } ${flagFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
];
