import * as z from 'zod';
import { toSnakeCase } from '../../domain/naming.ts';
import {
  newResponse,
  newResponses,
  respondent,
  responseFilterFields,
} from '../../domain/response-input.ts';
import { responseImportFields } from '../../formats/responses/import-responses-input.ts';
import { pageFragment, paging } from './paging.ts';
import type { Parameter, Row } from './row.ts';

const responseFragment = `
  fragment Response on Response {
    id
    question_id: questionId
    version
    respondent
    option
    answer
    score
    time_ms: timeMs
    form_id: formId
    session_id: sessionId
    group
    recorded_at: recordedAt
  }`;

const readOnly = ['id'];

const criteria: Record<string, Parameter> = Object.fromEntries(
  Object.entries(responseFilterFields).map(([name, schema]) => [
    toSnakeCase(name),
    { schema, variable: `filter.${name}` },
  ]),
);

/** A query string has texts alone. */
const dryRun = z
  .enum(['true', 'false'])
  .meta({ description: 'Report what would happen; store nothing.' });

const importOptions: Record<string, Parameter> = Object.fromEntries(
  Object.entries(responseImportFields).map(([name, schema]) => [
    toSnakeCase(name),
    {
      schema: name === 'dryRun' ? dryRun : schema,
      variable: `input.${name}`,
      ...(name === 'dryRun' && { read: (value: unknown) => value === 'true' }),
    },
  ]),
);

export const responseRows: readonly Row[] = [
  {
    method: 'GET',
    path: '/responses',
    name: 'listResponses',
    summary: 'List recorded responses, in the order they were stored',
    query: { ...criteria, ...paging },
    document: `
      query ListResponses($filter: ResponseFilter, $first: Int, $offset: Int, $after: String) {
        body: responses(filter: $filter, first: $first, offset: $offset, after: $after) {
          data: nodes { ...Response }
          page { ...Page }
        }
      } ${responseFragment} ${pageFragment}`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'POST',
    path: '/responses',
    name: 'recordResponse',
    summary: 'Record a response to a question',
    body: { name: 'NewResponse', rules: newResponse, variable: 'input', readOnly },
    document: `
      mutation RecordResponse($input: ResponseInput!) {
        body: recordResponse(input: $input) { ...Response }
      } ${responseFragment}`,
    success: { status: 201 },
    errors: [],
  },
  {
    method: 'POST',
    path: '/responses',
    name: 'recordResponses',
    summary: 'Record 1 to 1,000 responses in one transaction',
    body: { name: 'NewResponse', rules: newResponses, variable: 'input', readOnly },
    document: `
      mutation RecordResponses($input: [ResponseInput!]!) {
        data: recordResponses(input: $input) { ...Response }
      } ${responseFragment}`,
    success: { status: 201 },
    errors: [],
  },
  {
    method: 'POST',
    path: '/responses/import',
    name: 'importResponses',
    summary:
      'Record the responses of a file: CSV with one response or one respondent a row, or QTI results',
    query: importOptions,
    isUpload: true,
    document: `
      mutation ImportResponses($input: ImportResponsesInput = {}) {
        body: importResponses(input: $input) {
          format
          dry_run: dryRun
          read
          recorded
          failed
          errors { row line field value code detail suggestion }
        }
      }`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'DELETE',
    path: '/responses',
    name: 'deleteResponses',
    summary: 'Delete all responses of a respondent',
    query: { respondent: { schema: respondent, variable: 'respondent', isRequired: true } },
    document: `
      mutation DeleteResponses($respondent: String!) {
        body: deleteResponses(respondent: $respondent)
      }`,
    success: { status: 204 },
    errors: [],
  },
];
