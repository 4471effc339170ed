import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { asOAuthError } from '../../auth/oauth-error.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Log } from '../../log.ts';
import type { Reads } from '../../schema/reads.ts';
import { answerKey } from '../answers/answers.ts';
import { isRememberable, type Recall } from '../answers/recall.ts';
import { emptyResponse, type HttpRequest, type HttpResponse } from '../exchange.ts';
import type { ClaimingFile, Idempotency } from '../idempotency.ts';
import { letOthersRun } from '../let-others-run.ts';
import type { OperationCache } from '../operations/operation-cache.ts';
import { type RunOperation, requireAccessTo } from '../operations/run-operation.ts';
import { type ProblemItem, problemResponse } from '../problem.ts';
import { toServiceError } from '../public-error.ts';
import { type BodyFormat, largeBytes, parseBody, readRawBody } from '../read-body.ts';
import { admitRequest, type RequestGate, requireValidCredential } from '../request-gate.ts';
import type { RequestState } from '../request-state.ts';
import type { Route } from '../route.ts';
import { downloadResponse } from './download.ts';
import {
  acceptQuery,
  asGet,
  inBody,
  maxCriteriaBytes,
  requireBody,
  toPointer,
  withAddress,
} from './query-method.ts';
import { takesList } from './read-body-input.ts';
import { addBody, type Input, readParameters } from './read-input.ts';
import { allowedMethods, createRouter, type Match } from './router.ts';
import type { Body, Row } from './row.ts';
import {
  errorOf,
  itemsOf,
  otherFormOf,
  requireFormAccepted,
  toResponse,
  unlessUnchanged,
} from './to-response.ts';
import { discardUpload, readUpload } from './upload.ts';
import { toOperationInput, variableTypesOf } from './variables.ts';

export interface RestOptions {
  readonly rows: readonly Row[];
  readonly schema: GraphQLSchema;
  readonly operations: OperationCache;
  readonly run: RunOperation;
  readonly fastPath: boolean;
  readonly bodyLimit: number;
  /** Of a body that is a file. */
  readonly importLimit: number;
  readonly gate: RequestGate;
  readonly idempotency: Idempotency;
  readonly recall: Recall;
  readonly log: Log;
}

/** Finds the rows at a path; each runs its stored operation as if it were sent to /graphql. */
export function createRest(options: RestOptions): (path: string) => Route | undefined {
  const { rows, schema, operations, run, fastPath, bodyLimit, gate, idempotency, recall, log } =
    options;
  const findRows = createRouter(rows);
  // Needed only where values are given to graphql-js: to parse all documents would delay the start.
  const types = new Map(
    fastPath ? [] : rows.map((row) => [row, variableTypesOf(schema, row.document)]),
  );

  async function respond(
    match: Match,
    sent: HttpRequest,
    state: RequestState,
  ): Promise<HttpResponse> {
    if (sent.method === 'OPTIONS') {
      const takesQuery = match.rows.some((row) => row.takesQuery);
      const allow = allowedMethods(match.rows);
      return emptyResponse(204, { allow, ...(takesQuery && acceptQuery) });
    }
    const candidates = candidatesOf(match, sent);
    let [row] = candidates;
    let request = sent;
    const isQuery = sent.method === 'QUERY';
    let typeFaults: readonly ProblemItem[] = [];
    state.operation = row.name;
    let items: readonly ProblemItem[] = [];
    let upload: ClaimingFile | undefined;
    try {
      requireFormAccepted(row, request);
      // Transport errors are reported first, then authentication, then the input.
      const { body: expected } = row;
      if (!expected && !isQuery) requireValidCredential(state);
      const raw =
        expected &&
        (await admitRequest(gate, request, state, () =>
          readRawBody(request, bodyLimit, formatsOf(expected)),
        ));
      if (isQuery) {
        const limit = Math.min(bodyLimit, maxCriteriaBytes);
        const criteria = await admitRequest(gate, sent, state, () => readRawBody(sent, limit));
        requireBody(criteria.text, 'the criteria');
        ({ request, faults: typeFaults } = asGet(row, sent, await parseBody(criteria)));
      }
      requireAccessTo(operations.prepare(row.document), state);
      if (row.isUpload) {
        const file = readUpload(request, options.importLimit);
        upload = idempotency.beginAfter(request, state, file);
        state.upload = upload.file;
      }
      const body = raw && (expected?.isOptional && raw.text === '' ? {} : await parseBody(raw));
      row = chooseRow(candidates, body);
      const claimed = upload ? undefined : idempotency.begin(request, state, body);
      const replay = claimed && (await claimed);
      if (replay) return replay;
      const respondAfresh = async (reads?: Reads) => {
        let input = readParameters(row, match, request);
        if (isQuery) input = inBody(input, typeFaults);
        if (row.body && !input.error) input = await addBody(row.body, input, request, body);
        items = input.faults;
        if (input.error) throw input.error;
        if (raw && raw.bytes > largeBytes) await letOthersRun();
        const result = await execute(row, input, state, reads);
        const error = errorOf(result);
        if (error) throw error;
        if (raw && raw.bytes > largeBytes) await letOthersRun();
        if (state.download && (row.success.downloads || row.success.files)) {
          return downloadResponse(state.download, result.data?.body);
        }
        return toResponse(row, result.data ?? {}, request, input.fields);
      };
      if (row.method !== 'GET') return await respondAfresh();
      const key = answerKey(state.caller, request.path, request.search);
      const isPlain =
        typeFaults.length === 0 &&
        !otherFormOf(row, request) &&
        isRememberable(operations.prepare(row.document));
      const response = isPlain ? recall.orAfresh(key, state, respondAfresh) : respondAfresh();
      const shown = isQuery ? withAddress(await response, request) : await response;
      return unlessUnchanged(shown, request);
    } catch (thrown) {
      const replay = upload?.replay();
      if (replay) return replay;
      const error = toServiceError(thrown, state, log);
      if (upload && error.code === 'BAD_USER_INPUT') {
        await discardUpload(request, options.importLimit);
      }
      if (items.length === 0) items = itemsOf(row, error);
      if (isQuery) items = items.map(toPointer);
      return describe(row, error, items, state);
    }
  }

  function execute(
    row: Row,
    { variables: values, fields }: Input,
    state: RequestState,
    reads: Reads | undefined,
  ): Promise<ExecutionResult> {
    const document = (fields && row.documentWith?.(fields)) ?? row.document;
    const operation = operations.prepare(document);
    const { rules, variable } = row.body ?? { rules: row.filterRules, variable: 'filter' };
    if (rules && variable) state.validInput = { rules, value: values[variable] };
    const input = toOperationInput(types.get(row), values, fastPath, reads);
    // A stored operation is a query or a mutation, so its result is one result.
    return run(operation, input, state) as Promise<ExecutionResult>;
  }

  return (path) => {
    const match = findRows(path);
    if (!match) return undefined;
    // Until the method is known to be allowed, only the shape of errors depends on the row.
    const oauthRow = match.rows.find(({ body }) => body?.isOAuth);
    return {
      respond: (request, state) => respond(match, request, state),
      describe: (error, state) => describe(oauthRow, error, itemsOf(oauthRow, error), state),
    };
  };
}

function describe(
  row: Row | undefined,
  error: ServiceError,
  items: readonly ProblemItem[],
  { requestId, request }: RequestState,
): HttpResponse {
  const shown = row?.body?.isOAuth ? asOAuthError(error) : error;
  return problemResponse(shown, { requestId, instance: request.path }, items);
}

/** The rows of the request's method: two where a list is accepted as well as one item. */
function candidatesOf({ rows }: Match, request: HttpRequest): [Row, ...Row[]] {
  const { method } = request;
  const [first, ...others] = rows.filter((row) => {
    if (method === 'QUERY') return row.takesQuery;
    return row.method === (method === 'HEAD' ? 'GET' : method);
  });
  if (!first) {
    const allow = allowedMethods(rows);
    throw new ServiceError('METHOD_NOT_ALLOWED', `Allowed methods: ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  return [first, ...others];
}

function chooseRow(candidates: [Row, ...Row[]], body: unknown): Row {
  const match = candidates.find((row) => row.body && takesList(row.body) === Array.isArray(body));
  return match ?? candidates[0];
}

function formatsOf({ isOAuth }: Body): BodyFormat[] {
  return isOAuth ? ['json', 'form'] : ['json'];
}
