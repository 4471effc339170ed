import type { ExecutionResult } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { ServiceError } from '../domain/errors.ts';
import type { RecordedReads } from '../schema/reads.ts';
import { answerKey } from './answers/answers.ts';
import { isRememberable, type Recall } from './answers/recall.ts';
import { emptyResponse, type HttpRequest, type HttpResponse } from './exchange.ts';
import { graphqlErrorResponse } from './graphql-error-response.ts';
import type { Idempotency } from './idempotency.ts';
import { accepts, streamType } from './media-type.ts';
import { parseBody, parseJson, readRawBody } from './read-body.ts';
import { clientGone } from './request-deadline.ts';
import { admitRequest, type RequestGate } from './request-gate.ts';
import type { RequestState } from './request-state.ts';
import type { Route } from './route.ts';
import type { OperationsOptions } from './use-operations.ts';
import type { RespondByYoga } from './yoga.ts';

const resultTypes = [
  'application/json',
  'application/graphql-response+json',
  streamType,
  'multipart/mixed',
];
const methods = 'GET, HEAD, POST, OPTIONS';
/** A longer document is not looked up in memory. */
const maxKeyBytes = 16 * 1024;

export interface GraphqlOptions extends OperationsOptions {
  /** Off: Yoga responds to everything. */
  readonly fastPath: boolean;
  readonly bodyLimit: number;
  readonly gate: RequestGate;
  readonly idempotency: Idempotency;
  readonly recall: Recall;
}

/**
 * /graphql accepts GET, and POST with a JSON body. Forms, files and plain text are rejected, since a
 * page of another origin can make a browser send them. Errors have GraphQL's shape.
 */
export function createGraphqlRoute(options: GraphqlOptions): Route {
  const { operations, run, fastPath, bodyLimit, gate, idempotency, recall } = options;
  let yoga: Promise<RespondByYoga> | undefined;
  const respondByYoga: RespondByYoga = async (context) => {
    // Imported when it is first needed: the start would take a tenth of a second longer.
    yoga ??= import('./yoga.ts').then(({ createYogaServer }) => createYogaServer(options));
    return (await yoga)(context);
  };

  /** A result without errors that is sent as plain JSON needs no negotiation. */
  async function respond(
    params: GraphQLParams,
    state: RequestState,
    reads?: RecordedReads,
  ): Promise<HttpResponse> {
    const type = plainTypeOf(state.request.header('accept'));
    if (!fastPath || !type || !isPlain(params)) return respondByYoga({ state, params });
    const { query, operationName, variables, extensions } = params;
    const operation = operations.prepare(query, operationName);
    if (operation.kind === 'subscription') return respondByYoga({ state, params });
    const showsCost = extensions?.cost === true;
    const input = {
      variables,
      showsCost,
      reads: isRememberable(operation) && !showsCost ? reads : undefined,
    };
    // Not a subscription, so its result is one result.
    const result = (await run(operation, input, state)) as ExecutionResult;
    // Yoga takes an aborted request for a failure of the service.
    if (state.request.isAborted) throw clientGone();
    if (result.errors) reads?.other();
    if (result.errors) return respondByYoga({ state, params, result });
    return { status: 200, headers: { 'content-type': type }, body: JSON.stringify(result) };
  }

  return {
    async respond(request, state) {
      if (request.method === 'OPTIONS') return emptyResponse(204, { allow: methods });
      requireSupported(request);
      if (request.method !== 'POST') {
        await admitRequest(gate, request, state, async () => undefined);
        const params = readQueryString(new URLSearchParams(request.search));
        return respondByYoga({ state, params });
      }
      const raw = await admitRequest(gate, request, state, () => readRawBody(request, bodyLimit));
      const respondAfresh = async (reads?: RecordedReads) => {
        const body = await parseBody(raw);
        const replay = await idempotency.begin(request, state, body);
        return replay ?? respond(body as GraphQLParams, state, reads);
      };
      // What is the same to the byte needs not be parsed.
      const accept = request.header('accept');
      if (raw.bytes > maxKeyBytes || !plainTypeOf(accept)) return respondAfresh();
      return recall.orAfresh(answerKey(state.caller, accept ?? '', raw.text), state, respondAfresh);
    },
    describe: (error, { request }) => graphqlErrorResponse(error, request.header('accept')),
  };
}

function requireSupported(request: HttpRequest): void {
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
    throw new ServiceError('METHOD_NOT_ALLOWED', `Allowed methods: ${methods}.`, {
      headers: { Allow: methods },
    });
  }
  if (accepts(request.header('accept'), resultTypes)) return;
  throw new ServiceError(
    'NOT_ACCEPTABLE',
    'Responses are application/json or application/graphql-response+json; the Accept header must allow one of them.',
  );
}

const plainTypes = new Map<string | null, string>([
  [null, 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
]);

/** The content type of a result, where Accept leaves no choice. */
function plainTypeOf(accept: string | null): string | undefined {
  return plainTypes.get(accept);
}

type PlainParams = GraphQLParams & { readonly query: string };

/** Whether parameters are as they should be; Yoga reports what is wrong with others. */
function isPlain(params: unknown): params is PlainParams {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return false;
  const { query, operationName, variables, extensions, ...others } = params as GraphQLParams;
  return (
    typeof query === 'string' &&
    query !== '' &&
    (operationName == null || typeof operationName === 'string') &&
    isObjectOrNull(variables) &&
    isObjectOrNull(extensions) &&
    Object.keys(others).length === 0
  );
}

function isObjectOrNull(value: unknown): boolean {
  return value == null || (typeof value === 'object' && !Array.isArray(value));
}

function readQueryString(search: URLSearchParams): GraphQLParams {
  const text = (name: string) => search.get(name) || undefined;
  const json = (name: string) => {
    const value = text(name);
    return value && parseJson(value, `The parameter ${name}`);
  };
  // Whether these are objects is checked by Yoga, as it is for a body.
  return {
    query: text('query'),
    operationName: text('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  } as GraphQLParams;
}
