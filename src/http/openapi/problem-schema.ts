import { type ErrorCode, errorTable, maxFaults } from '../../domain/errors.ts';
import { problemMediaType, problemType } from '../problem.ts';
import type { JsonSchema } from './response-schema.ts';

const ofImports = (shape: JsonSchema, description = 'As in an import.') => ({
  ...shape,
  description: `422 of an import only. ${description}`,
});

const importErrorFields = {
  row: ofImports({ type: ['integer', 'null'] }),
  line: ofImports({ type: ['integer', 'null'] }),
  field: ofImports({ type: ['string', 'null'] }),
  value: ofImports({ type: 'string' }),
  suggestion: ofImports({ type: 'string' }),
};

const importFields = {
  id: ofImports(
    { type: ['string', 'null'], format: 'uuid' },
    'Null if the file failed as a whole.',
  ),
  import_status: ofImports({ const: 'FAILED' }),
  format: ofImports({ type: 'string' }),
  ...Object.fromEntries(
    ['read', 'added', 'updated', 'unchanged', 'skipped', 'failed'].map((name) => [
      name,
      ofImports({ type: 'integer' }),
    ]),
  ),
};

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
    ...importFields,
    oldest: { type: 'string', description: '410 only: the oldest position of an event.' },
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
          ...importErrorFields,
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

/** Errors that an OAuth endpoint reports in the format of RFC 6749. */
export const oauthErrors: ErrorCode[] = ['BAD_REQUEST', 'UNAUTHENTICATED'];

/** One response per status, which several codes can share. */
export function problemsOf(
  codes: Iterable<ErrorCode>,
  isOAuth = false,
): Record<number, JsonSchema> {
  return Object.fromEntries(
    [...codes].map((code) => [
      errorTable[code].status,
      {
        $ref: `#/components/responses/${isOAuth && oauthErrors.includes(code) ? 'OAUTH_' : ''}${code}`,
      },
    ]),
  );
}
