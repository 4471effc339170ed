import type { ErrorCode } from '../../domain/errors.ts';
import type { Row } from '../rest/row.ts';
import { problemsOf } from './problem-schema.ts';
import { criteriaSchemaOf } from './request-schema.ts';
import type { JsonSchema } from './response-schema.ts';

/** Errors of every request with a body. */
export const bodyErrors: ErrorCode[] = [
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** The same as a GET, with the parameters of its query string in the body. */
export function queryOperationOf(get: JsonSchema, query: NonNullable<Row['query']>): JsonSchema {
  const parameters = get.parameters as readonly { readonly in: string }[];
  return {
    ...get,
    operationId: String(get.operationId).replace(/^list/, 'query'),
    summary: `${get.summary}, with the criteria as a JSON body (method QUERY)`,
    parameters: parameters.filter((parameter) => parameter.in !== 'query'),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: criteriaSchemaOf(query) } },
    },
    responses: {
      ...(get.responses as JsonSchema),
      ...problemsOf(new Set<ErrorCode>([...bodyErrors, 'BAD_USER_INPUT'])),
    },
  };
}
