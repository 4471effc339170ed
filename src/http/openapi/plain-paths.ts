import type { ErrorCode } from '../../domain/errors.ts';
import { problemsOf } from './problem-schema.ts';
import type { JsonSchema } from './response-schema.ts';

interface PlainPath {
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly type: string;
  readonly description?: string;
  /** Errors beyond those of every path. */
  readonly others?: readonly ErrorCode[];
  readonly scope?: string;
}

const json = 'application/json';

/** What is served beside the rows: state, figures and documents, which have no version. */
const plain: readonly PlainPath[] = [
  {
    path: '/healthz',
    name: 'getHealth',
    summary: 'Whether the process is up',
    type: json,
  },
  {
    path: '/readyz',
    name: 'getReadiness',
    summary: 'Whether requests can be served: the database responds',
    type: json,
    others: ['SERVICE_UNAVAILABLE'],
  },
  {
    path: '/metrics',
    name: 'getMetrics',
    summary: 'Metrics in the format of Prometheus',
    type: 'text/plain',
    description: 'Requires the scope metrics:read, from another machine.',
    others: ['UNAUTHENTICATED', 'FORBIDDEN'],
    scope: 'metrics:read',
  },
  { path: '/openapi.json', name: 'getOpenApi', summary: 'This document', type: json },
  {
    path: '/asyncapi.json',
    name: 'getAsyncApi',
    summary: 'Events and webhooks, as an AsyncAPI 3 document',
    type: json,
  },
  {
    path: '/schema.graphql',
    name: 'getGraphqlSchema',
    summary: 'The GraphQL schema; 404 when introspection is off',
    type: 'text/plain',
    others: ['NOT_FOUND'],
  },
  {
    path: '/llms.txt',
    name: 'getLlmsText',
    summary: 'What the service offers, for language models',
    type: 'text/plain',
  },
];

export function plainPaths(servers: readonly object[]): Record<string, { get: JsonSchema }> {
  return Object.fromEntries(plain.map((each) => [each.path, { get: operationOf(each, servers) }]));
}

function operationOf(
  { path: _, name, summary, type, description, others = [], scope }: PlainPath,
  servers: readonly object[],
): JsonSchema {
  return {
    operationId: name,
    tags: ['service'],
    summary,
    ...(description && { description }),
    servers,
    security: scope ? [{ bearer: [scope] }, {}] : [],
    parameters: [],
    responses: {
      200: {
        description: 'Success.',
        content: { [type]: { schema: { type: type === json ? 'object' : 'string' } } },
      },
      ...problemsOf([...others, 'RATE_LIMITED']),
    },
  };
}
