import { type ErrorCode, errorTable } from '../../domain/errors.ts';
import { problemMediaType, problemType } from '../problem.ts';
import type { JsonSchema } from './response-schema.ts';

export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457), with every broken rule at once.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', description: 'Address of a page about this kind of problem.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence about this very case.' },
    instance: { type: 'string', description: 'The path that was asked.' },
    code: { type: 'string', enum: Object.keys(errorTable) },
    request_id: {
      type: 'string',
      description: 'The id under which this request stands in the log.',
    },
    error: { type: 'string', description: 'Of an OAuth endpoint: the word of RFC 6749.' },
    error_description: { type: 'string', description: 'Of an OAuth endpoint: detail again.' },
    violated_policies: {
      type: 'array',
      items: { type: 'string' },
      description: 'Of 429: the limits that were reached.',
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'Where in the body, as a JSON pointer.' },
          parameter: { type: 'string', description: 'Which parameter or header.' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
  },
};

/** The answer with this code, with an example. */
export function problemOf(code: ErrorCode, isOAuthError = false): JsonSchema {
  const { status, title } = errorTable[code];
  const example = {
    type: problemType(code),
    title,
    status,
    detail: 'A sentence about this very case.',
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
