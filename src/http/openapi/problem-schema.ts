import { type ErrorCode, errorTable, maxFaults } from '../../domain/errors.ts';
import { problemMediaType, problemType } from '../problem.ts';
import type { JsonSchema } from './response-schema.ts';

export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457) with all validation errors.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', description: 'Path of a description of this problem type.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'Explanation of this occurrence.' },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string', enum: Object.keys(errorTable) },
    request_id: {
      type: 'string',
      description: 'The id of this request in the log.',
    },
    error: { type: 'string', description: 'OAuth endpoints only: the error code of RFC 6749.' },
    error_description: { type: 'string', description: 'OAuth endpoints only: same as detail.' },
    violated_policies: {
      type: 'array',
      items: { type: 'string' },
      description: '429 only: the exceeded rate limit policies.',
    },
    errors: {
      type: 'array',
      maxItems: maxFaults,
      items: {
        type: 'object',
        required: ['code', 'detail'],
        properties: {
          pointer: {
            type: 'string',
            description: 'JSON Pointer to the invalid value in the body.',
          },
          parameter: {
            type: 'string',
            description: 'Name of the invalid query parameter or header.',
          },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
    more: {
      type: 'integer',
      minimum: 1,
      description: 'Number of validation errors beyond those in errors.',
    },
  },
};

/** The response with this code, with an example. */
export function problemOf(code: ErrorCode, isOAuthError = false): JsonSchema {
  const { status, title } = errorTable[code];
  const example = {
    type: problemType(code),
    title,
    status,
    detail: 'Explanation of this occurrence.',
    instance: '/questions',
    code,
    request_id: '7f9c2ba4-e88f-427d-8a4c-6a0d8e1c3b52',
  };
  return {
    description: `${title}: ${code}.`,
    content: {
      [problemMediaType(isOAuthError)]: {
        schema: { $ref: '#/components/schemas/Problem' },
        example,
      },
    },
  };
}
