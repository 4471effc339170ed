import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { asOAuthError } from '../../auth/oauth-error.ts';
import { type RuleCode, ServiceError } from '../../domain/errors.ts';
import { runWithPauses } from '../../domain/rules.ts';
import type { Log } from '../../log.ts';
import type { Reads } from '../../schema/reads.ts';
import { answerKey } from '../answers/answers.ts';
import { isRememberable, type Recall } from '../answers/recall.ts';
import { emptyResponse, type HttpRequest, type HttpResponse } from '../exchange.ts';
import type { Idempotency } from '../idempotency.ts';
import { createPause, letOthersRun } from '../let-others-run.ts';
import type { OperationCache } from '../operations/operation-cache.ts';
import { type RunOperation, requireAccessTo } from '../operations/run-operation.ts';
import { type ProblemItem, problemResponse, validationProblem } from '../problem.ts';
import { toServiceError } from '../public-error.ts';
import { type BodyFormat, largeBytes, parseBody, readRawBody } from '../read-body.ts';
import { admitRequest, type RequestGate } from '../request-gate.ts';
import type { RequestState } from '../request-state.ts';
import type { Route } from '../route.ts';
import { readIfMatch } from './conditions.ts';
import { readWait } from './prefer.ts';
import { readBodyInput, takesList } from './read-body-input.ts';
import { readQuery } from './read-query.ts';
import { allowedMethods, createRouter, type Match } from './router.ts';
import type { Body, Row } from './row.ts';
import {
  errorOf,
  itemsOf,
  requireJsonAccepted,
  toResponse,
  unlessUnchanged,
} from './to-response.ts';
import { serializeInput, type VariableTypes, variableTypesOf } from './variables.ts';

export interface RestOptions {
  readonly rows: readonly Row[];
  readonly schema: GraphQLSchema;
  readonly operations: OperationCache;
  readonly run: RunOperation;
  readonly fastPath: boolean;
  readonly bodyLimit: number;
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
  const types = new Map(rows.map((row) => [row, variableTypesOf(schema, row.document)]));

  async function respond(
    match: Match,
    request: HttpRequest,
    state: RequestState,
  ): Promise<HttpResponse> {
    if (request.method === 'OPTIONS') {
      return emptyResponse(204, { allow: allowedMethods(match.rows) });
    }
    const candidates = candidatesOf(match, request);
    let [row] = candidates;
    state.operation = row.name;
    let items: readonly ProblemItem[] = [];
    try {
      requireJsonAccepted(request);
      // Transport errors are reported first, then authentication, then the input.
      const { body: expected } = row;
      const raw = await admitRequest(gate, request, state, async () =>
        expected ? readRawBody(request, bodyLimit, formatsOf(expected)) : undefined,
      );
      requireAccessTo(operations.prepare(row.document), state);
      const body = raw && (await parseBody(raw));
      row = chooseRow(candidates, body);
      const replay = await idempotency.begin(request, state, body);
      if (replay) return replay;
      const respondAfresh = async (reads?: Reads) => {
        const input = await readInput(row, match, request, body);
        items = input.faults;
        if (input.error) throw input.error;
        if (raw && raw.bytes > largeBytes) await letOthersRun();
        const result = await execute(row, input.variables, state, reads);
        const error = errorOf(result);
        if (error) throw error;
        if (raw && raw.bytes > largeBytes) await letOthersRun();
        return toResponse(row, result.data ?? {}, request);
      };
      if (row.method !== 'GET') return await respondAfresh();
      const key = answerKey(state.caller, request.path, request.search);
      const response = isRememberable(operations.prepare(row.document))
        ? recall.orAfresh(key, state, respondAfresh)
        : respondAfresh();
      return unlessUnchanged(await response, request);
    } catch (thrown) {
      const error = toServiceError(thrown, state.requestId, log);
      if (items.length === 0) items = itemsOf(row, error);
      return describe(row, error, items, state);
    }
  }

  async function execute(
    row: Row,
    values: Record<string, unknown>,
    state: RequestState,
    reads: Reads | undefined,
  ): Promise<ExecutionResult> {
    const operation = operations.prepare(row.document);
    const { rules, variable } = row.body ?? {};
    if (rules && variable) state.validInput = { rules, value: values[variable] };
    // The rules of a row give what coercion would. Only graphql-js insists on doing it again.
    const input = fastPath
      ? { coerced: withoutUndefined(values) }
      : { variables: serializeVariables(types.get(row), values) };
    // A stored operation is a query or a mutation, so its result is one result.
    return (await run(operation, { ...input, reads }, state)) as ExecutionResult;
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
  const allow = allowedMethods(rows);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const [first, ...others] = rows.filter((row) => row.method === method);
  if (!first) {
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

interface Input {
  readonly variables: Record<string, unknown>;
  readonly faults: readonly ProblemItem[];
  readonly error?: ServiceError;
}

async function readInput(
  row: Row,
  { parameters }: Match,
  request: HttpRequest,
  given: unknown,
): Promise<Input> {
  const variables: Record<string, unknown> = { ...parameters };
  const query = readQuery(row.query ?? {}, new URLSearchParams(request.search));
  if (query.faults.length > 0) return reject('BAD_REQUEST', query.faults);
  for (const [name, value] of query.values) {
    const { variable = name, read = (given: unknown) => given } = row.query?.[name] ?? {};
    setAt(variables, variable, read(value));
  }
  if (row.isConditional) variables.ifVersion = readIfMatch(request.header('if-match'));
  if (row.waits) variables.wait = readWait(request.header('prefer'));
  if (row.body) {
    const steps = readBodyInput(row.body, withClient(row.body, given, request));
    const { value, faults } = await runWithPauses(steps, createPause());
    if (faults.length > 0) return reject('BAD_USER_INPUT', faults);
    Object.assign(variables, row.body.variable ? { [row.body.variable]: value } : value);
  }
  return { variables, faults: [] };
}

/** An OAuth client may authenticate by Basic (RFC 6749, 2.3.1). */
function withClient({ isOAuth }: Body, given: unknown, request: HttpRequest): unknown {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(request.header('authorization') ?? '') ?? [];
  if (!isOAuth || !encoded || typeof given !== 'object' || given === null) return given;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':');
  const decoded = new URLSearchParams(`id=${id}&secret=${secret.join(':')}`);
  return { ...given, client_id: decoded.get('id'), client_secret: decoded.get('secret') };
}

function reject(code: RuleCode, faults: readonly ProblemItem[]): Input {
  return { variables: {}, ...validationProblem(code, faults) };
}

function setAt(variables: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', second] = path.split('.');
  if (second === undefined) variables[first] = value;
  else variables[first] = { ...(variables[first] as object | undefined), [second]: value };
}

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  for (const name in values) if (values[name] === undefined) delete values[name];
  return values;
}

function serializeVariables(
  types: VariableTypes | undefined,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const type = types?.get(name);
      return type && value !== undefined ? [[name, serializeInput(type, value)]] : [];
    }),
  );
}
