import { type GraphQLSchema, parse } from 'graphql';
import { type AccessRule, isScopeRule } from '../../domain/caller.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { accessRulesOf } from '../operations/access-rules.ts';
import type { RestDocument } from '../rest/documents.ts';
import type { Row } from '../rest/row.ts';
import { analysisSchemas } from './analysis-schemas.ts';
import { bodyExamples } from './body-examples.ts';
import { plainPaths } from './plain-paths.ts';
import { oauthErrors, problemOf, problemSchema, problemsOf } from './problem-schema.ts';
import { bodyErrors, queryOperationOf } from './query-operation.ts';
import { bodySchemaOf, parametersOf } from './request-schema.ts';
import { type Components, type JsonSchema, responseSchemaOf } from './response-schema.ts';
import { acceptedOf, successOf } from './success-response.ts';

/** Errors of every route: an invalid token is rejected even where none is required. */
const commonErrors: ErrorCode[] = [
  'BAD_REQUEST',
  'UNAUTHENTICATED',
  'NOT_ACCEPTABLE',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
];

/** A file as the body, or as a part of a form. */
const fileBody = {
  required: true,
  content: {
    'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
      },
    },
  },
};

const notModified = { description: 'Not modified since the ETag in If-None-Match.' };

const tags = [
  { name: 'questions', description: 'The question bank.' },
  { name: 'analysis', description: 'Analyses of the questions: types, runs and results.' },
  { name: 'responses', description: 'Responses to questions, for item statistics.' },
  { name: 'formats', description: 'File formats of questions.' },
  { name: 'imports', description: 'Imports of files, and their reports.' },
  {
    name: 'events',
    description: 'What has changed, in order.',
    externalDocs: { description: 'AsyncAPI document', url: '/asyncapi.json' },
  },
  { name: 'auth', description: 'Login, tokens, API keys and accounts.' },
  { name: 'service', description: 'State, metrics and documents of the service.' },
];

export interface OpenApiSource {
  readonly rows: readonly Row[];
  readonly documents: readonly RestDocument[];
  readonly schema: GraphQLSchema;
  readonly version: string;
  /** The public URL of the service. */
  readonly url: string;
}

/** The OpenAPI 3.1 document, generated from the rows and the schema their operations run on. */
export function buildOpenApi(source: OpenApiSource): JsonSchema {
  const { rows, documents, schema, version, url } = source;
  const unversioned = [{ url, description: 'This service, without the version' }];
  const components: Components = new Map([['Problem', problemSchema], ...analysisSchemas()]);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const path of new Set(rows.map((row) => row.path))) {
    paths[path] = {};
    for (const method of new Set(
      rows.filter((row) => row.path === path).map((row) => row.method),
    )) {
      const group = rows.filter((row) => row.path === path && row.method === method);
      const operation = operationOf(group, schema, components);
      paths[path][method.toLowerCase()] = operation;
      // OpenAPI 3.1 has no field for this method; 3.2 calls it `query`.
      const [{ takesQuery, query = {} } = {}] = group;
      if (takesQuery) paths[path]['x-query'] = queryOperationOf(operation, query);
    }
  }
  for (const document of documents) {
    paths[document.path] = { get: documentOperationOf(document) };
  }
  Object.assign(paths, plainPaths(unversioned));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quaestor',
      version,
      description:
        'A question database and analysis service. The same data and rules are available as GraphQL at /graphql. Every path is available with and without /v1. Events and webhooks: [AsyncAPI document](/asyncapi.json).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${url}/v1`, description: 'This service' }, ...unversioned],
    security: [],
    tags,
    paths,
    components: {
      schemas: Object.fromEntries(components),
      responses: Object.fromEntries([
        ...[...codesOf(rows, schema)].map((code) => [code, problemOf(code)]),
        ...oauthErrors.map((code) => [`OAUTH_${code}`, problemOf(code, true)]),
      ]),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token from /auth/login or /auth/token, or an API key.',
        },
      },
    },
  };
}

function operationOf(rows: Row[], schema: GraphQLSchema, components: Components): JsonSchema {
  const [first] = rows;
  if (!first) throw new Error('Operation without a row');
  const bodies = rows.flatMap(({ body }) => (body ? [bodySchemaOf(body, components)] : []));
  const answers = rows.map(({ document, success }) =>
    responseSchemaOf(schema, parse(document), components, success.omitsNulls),
  );
  return {
    operationId: first.name,
    tags: [tagOf(first)],
    summary: summaryOf(rows),
    ...accessOf(rows, schema),
    parameters: parametersOf(first),
    ...(first.isUpload ? { requestBody: fileBody } : {}),
    ...(bodies.length > 0
      ? {
          requestBody: {
            required: !first.body?.isOptional,
            content: Object.fromEntries(
              mediaTypesOf(first).map((type) => [
                type,
                { schema: oneOf(bodies), ...exampleOf(first) },
              ]),
            ),
          },
        }
      : {}),
    responses: {
      [first.success.status]: successOf(first, oneOf(answers)),
      ...(first.success.isUnfinished ? { 202: acceptedOf(oneOf(answers)) } : {}),
      ...(first.method === 'GET' && !first.success.downloads ? { 304: notModified } : {}),
      ...problemsOf(codesOf(rows, schema), first.body?.isOAuth),
    },
  };
}

function documentOperationOf({ path, name, summary }: RestDocument): JsonSchema {
  const read = { method: 'GET', path, success: { status: 200 } } as const;
  return {
    operationId: name,
    tags: [tagOf(read)],
    summary,
    security: [],
    parameters: parametersOf(read),
    responses: {
      200: successOf(read, { type: 'object' }),
      304: notModified,
      ...problemsOf(new Set(commonErrors)),
    },
  };
}

/** Rows that share method and path are one operation with alternative bodies. */
function summaryOf([first, ...others]: Row[]): string {
  const lowered = others.map(({ summary }) => summary.charAt(0).toLowerCase() + summary.slice(1));
  return [first?.summary, ...lowered].join('; or ');
}

/** The required scope of an operation, in its description and for generated clients. */
function accessOf(rows: readonly Row[], schema: GraphQLSchema): JsonSchema {
  const rules = rulesOf(rows, schema).filter((rule) => rule !== 'public');
  if (rules.length === 0) return { security: [] };
  const scopes = rules.filter(isScopeRule);
  const description =
    scopes.length > 0
      ? `Requires the scope ${scopes.join(', ')}.`
      : rules.includes('login') || rules.includes('setup')
        ? 'Requires a login, or an API key with the scope admin.'
        : 'Requires authentication, with any scope.';
  return { description, security: [{ bearer: scopes }] };
}

function rulesOf(rows: readonly Row[], schema: GraphQLSchema): AccessRule[] {
  return [...new Set(rows.flatMap((row) => [...accessRulesOf(schema, parse(row.document))]))];
}

function tagOf({ path }: Pick<Row, 'path'>): string {
  const [, first = ''] = path.split('/');
  return first === '.well-known' ? 'auth' : first;
}

function exampleOf({ name, body }: Row) {
  const example = body?.example ?? bodyExamples[name];
  return example ? { example } : {};
}

function mediaTypesOf({ body }: Row): string[] {
  return body?.isOAuth
    ? ['application/x-www-form-urlencoded', 'application/json']
    : ['application/json'];
}

function codesOf(rows: readonly Row[], schema: GraphQLSchema): Set<ErrorCode> {
  const rules = rulesOf(rows, schema);
  return new Set([
    ...commonErrors,
    ...(rules.some((rule) => isScopeRule(rule) || rule === 'login' || rule === 'setup')
      ? (['FORBIDDEN'] as const)
      : []),
    ...rows.flatMap(({ method, body, isUpload, errors }) => [
      ...(body || isUpload ? bodyErrors : []),
      ...errors,
      // An Idempotency-Key can be in use or belong to another request.
      ...(method === 'GET' ? [] : (['CONFLICT'] as const)),
      // RFC 6749 uses 400 where other routes use 422.
      ...(method === 'GET' || body?.isOAuth ? [] : (['BAD_USER_INPUT'] as const)),
    ]),
  ]);
}

function oneOf(schemas: JsonSchema[]): JsonSchema {
  return schemas.length === 1 && schemas[0] ? schemas[0] : { oneOf: schemas };
}
