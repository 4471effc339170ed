import { isUtf8 } from 'node:buffer';
import type { ExecutionResult } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Caller } from '../domain/caller.ts';
import { ServiceError } from '../domain/errors.ts';
import type { RecordedReads } from '../schema/reads.ts';
import { answerKey } from './answers/answers.ts';
import { isRememberable, type Recall } from './answers/recall.ts';
import type { TrustedDocuments } from './documents/trusted-documents.ts';
import { emptyResponse, type HttpRequest, type HttpResponse } from './exchange.ts';
import { graphqlErrorResponse } from './graphql-error-response.ts';
import type { Idempotency } from './idempotency.ts';
import { accepts, streamType } from './media-type.ts';
import { parseBody, parseJson, readRawBody } from './read-body.ts';
import { clientGone } from './request-deadline.ts';
import { admitRequest, type RequestGate } from './request-gate.ts';
import type { RequestState } from './request-state.ts';
import { maxKeyBytes } from './respond-early.ts';
import { acceptQuery, requireBody } from './rest/query-method.ts';
import { unlessUnchanged, withValidators } from './rest/to-response.ts';
import type { Route } from './route.ts';
import type { OperationsOptions } from './use-operations.ts';
import type { RespondByYoga } from './yoga.ts';

const resultTypes = [
  'application/json',
  'application/graphql-response+json',
  streamType,
  'multipart/mixed',
];
const methods = 'GET, HEAD, QUERY, POST, OPTIONS';
export interface GraphqlOptions extends OperationsOptions {
  /** Off: Yoga responds to everything. */
  readonly fastPath: boolean;
  readonly bodyLimit: number;
  readonly gate: RequestGate;
  readonly idempotency: Idempotency;
  readonly recall: Recall;
  readonly documents: TrustedDocuments;
}

/**
 * /graphql accepts GET, and POST and QUERY with a JSON body. Forms, files and plain text are rejected, since a
 * page of another origin can make a browser send them. Errors have GraphQL's shape.
 */
export function createGraphqlRoute(options: GraphqlOptions): Route {
  const { operations, run, fastPath, bodyLimit, gate, idempotency, recall, documents } = options;
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
    const isQuery = operation.kind === 'query';
    if (!isQuery && (isSafe(state.request) || operation.kind === 'subscription')) {
      return respondByYoga({ state, params });
    }
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
      if (request.method === 'OPTIONS')
        return emptyResponse(204, { allow: methods, ...acceptQuery });
      requireSupported(request);
      const hasBody = ['POST', 'QUERY'].includes(request.method);
      const raw = await admitRequest(gate, request, state, async () =>
        hasBody ? readRawBody(request, bodyLimit) : undefined,
      );
      if (raw && request.method === 'QUERY') requireBody(raw.text, 'the operation');
      const respondAfresh = async (reads?: RecordedReads) => {
        const sent = raw ? await parseBody(raw) : readQueryString(request.search);
        const replay = await idempotency.begin(request, state, sent);
        if (replay) return replay;
        const params = (await documents.resolve(sent, state)) as GraphQLParams;
        const response = await respond(params, state, reads);
        return isSafe(request) ? withTag(response) : response;
      };
      // What is the same to the byte needs not be parsed.
      const isLarge = (raw?.bytes ?? request.search.length) > maxKeyBytes;
      const key = isLarge ? undefined : keyOf(state.caller, request, raw?.text ?? request.search);
      const response =
        key === undefined ? respondAfresh() : recall.orAfresh(key, state, respondAfresh);
      return isSafe(request) ? unlessUnchanged(await response, request) : response;
    },
    describe(error, { request }) {
      const response = graphqlErrorResponse(error, request.header('accept'));
      // What is wrong with the operation is 400; the address is known, and allowed.
      return [403, 404].includes(response.status) ? { ...response, status: 400 } : response;
    },
  };
}

/** By which the answer to a result without a choice of its form is remembered. */
function keyOf(caller: Caller, request: HttpRequest, asked: string): string | undefined {
  const accept = request.header('accept');
  return plainTypeOf(accept) && answerKey(caller, `${request.method} ${accept ?? ''}`, asked);
}

/** The same for a body that has arrived with its head and needs no look at its type. */
export function arrivedKeyOf(caller: Caller, request: HttpRequest): string | undefined {
  const body = request.readArrived();
  if (!body || !isUtf8(body) || request.header('content-encoding') !== null) return undefined;
  if (!jsonTypes.has(request.header('content-type'))) return undefined;
  return keyOf(
    caller,
    request,
    Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString(),
  );
}

const jsonTypes = new Set<string | null>(['application/json', 'application/json; charset=utf-8']);

function requireSupported(request: HttpRequest): void {
  if (!['GET', 'HEAD', 'QUERY', 'POST'].includes(request.method)) {
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
export function isPlain(params: unknown): params is PlainParams {
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

/** GET, HEAD and QUERY, whose responses clients may keep. */
function isSafe({ method }: HttpRequest): boolean {
  return method !== 'POST';
}

/** A result that clients may keep and revalidate by its ETag. */
function withTag(response: HttpResponse): HttpResponse {
  const { status, headers, body } = response;
  if (status !== 200 || typeof body !== 'string') return response;
  return withValidators(body, { ...headers, vary: 'Accept' });
}

function readQueryString(text: string): object {
  const search = new URLSearchParams(text);
  const textOf = (name: string) => search.get(name) || undefined;
  const json = (name: string) => {
    const value = textOf(name);
    return value && parseJson(value, `The parameter ${name}`);
  };
  // Whether these are objects is checked by Yoga, as it is for a body.
  return {
    query: textOf('query'),
    documentId: textOf('documentId'),
    operationName: textOf('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  };
}
