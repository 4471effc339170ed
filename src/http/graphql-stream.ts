import { ServiceError, validationError } from '../domain/errors.ts';
import { emptyResponse } from './exchange.ts';
import { type GraphqlOptions, isPlain } from './graphql.ts';
import { graphqlErrorResponse } from './graphql-error-response.ts';
import { streamType } from './media-type.ts';
import { parseBody, readRawBody } from './read-body.ts';
import { admitRequest } from './request-gate.ts';
import type { Route } from './route.ts';
import { createStreamConnections } from './stream-connections.ts';

const methods = 'GET, POST, PUT, DELETE, OPTIONS';
const tokenHeader = 'x-graphql-event-stream-token';

/**
 * /graphql/stream: the single connection mode of graphql-sse, for clients with few connections. PUT
 * reserves a stream, GET opens it, POST adds operations to it, DELETE removes one. All on one node.
 */
export function createGraphqlStreamRoute(
  options: Pick<
    GraphqlOptions,
    'operations' | 'run' | 'bodyLimit' | 'gate' | 'shutdown' | 'documents'
  >,
): Route {
  const { operations, run, bodyLimit, gate, shutdown, documents } = options;
  const connections = createStreamConnections(shutdown);
  return {
    async respond(request, state) {
      const { method } = request;
      if (method === 'OPTIONS') return emptyResponse(204, { allow: methods });
      if (!['GET', 'POST', 'PUT', 'DELETE'].includes(method)) {
        throw new ServiceError('METHOD_NOT_ALLOWED', `Allowed methods: ${methods}.`, {
          headers: { Allow: methods },
        });
      }
      state.operation = 'graphql stream';
      const raw = await admitRequest(gate, request, state, async () =>
        method === 'POST' ? readRawBody(request, bodyLimit) : undefined,
      );
      const owner = state.caller.accountId ?? state.address;
      if (method === 'PUT') {
        const token = connections.reserve(owner);
        return { status: 201, headers: { 'content-type': 'text/plain' }, body: token };
      }
      const search = new URLSearchParams(request.search);
      const token = request.header(tokenHeader) ?? search.get('token');
      const connection = connections.find(token, owner);
      if (method === 'GET') {
        const headers = { 'content-type': streamType, 'cache-control': 'no-cache' };
        return { status: 200, headers, body: connection.open() };
      }
      if (method === 'DELETE') {
        connection.remove(search.get('operationId') ?? '');
        return emptyResponse(200);
      }
      if (request.header('idempotency-key') !== null) {
        throw new ServiceError(
          'BAD_REQUEST',
          'Send operations with an Idempotency-Key to /graphql.',
        );
      }
      const sent = raw && (await parseBody(raw));
      const operationId = readOperationId(sent);
      const params = await documents.resolve(sent, state);
      if (!isPlain(params)) {
        throw new ServiceError('BAD_REQUEST', 'The body must hold an operation as for /graphql.');
      }
      const { query, operationName, variables } = params;
      await connection.add(operationId, () =>
        run(operations.prepare(query, operationName), { variables }, state),
      );
      return emptyResponse(202);
    },
    describe: (error, { request }) => graphqlErrorResponse(error, request.header('accept')),
  };
}

function readOperationId(params: unknown): string {
  const { extensions } = (params ?? {}) as { extensions?: { operationId?: unknown } | null };
  const id = extensions?.operationId;
  if (typeof id === 'string' && id.length > 0 && id.length <= 100) return id;
  const detail = 'Must name the operation, in up to 100 characters.';
  throw validationError('BAD_REQUEST', [
    { path: ['extensions', 'operationId'], code: 'required', detail },
  ]);
}
