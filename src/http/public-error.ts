import { GraphQLError } from 'graphql';
import {
  isDiskFull,
  isTimeout,
  isUnavailable,
  reasonOf,
  UnconfirmedChangeError,
} from '../db/database-error.ts';
import { errorTable, type Fault, ServiceError } from '../domain/errors.ts';
import { cutText } from '../domain/text.ts';
import { createLogThrottle, type Log } from '../log.ts';
import { describeGraphqlError, unwrap } from './describe-graphql-error.ts';
import type { RequestState } from './request-state.ts';

/** Statuses that /graphql responds with too; other errors of an operation are reported in the body alone. */
const keptStatuses = new Set([401, 405, 406, 413, 415, 429, 503, 504]);

/** For a change that may have been made or not. */
export const unconfirmedChange =
  'The change may have been made: read the current state before you repeat the request. With an Idempotency-Key, a change can be repeated safely.';

/** What the log says of the request that an error belongs to. */
type LoggedRequest = Pick<RequestState, 'requestId' | 'trace'>;

/** Seconds until a retry while the database is unreachable. */
const retryAfter = '2';

/**
 * The error as it may be shown: one of the table is unchanged, a database that takes too long is 504
 * and one that is unreachable 503, and anything else is a bug, which is logged in full and shown only as the request's id.
 */
export function toServiceError(
  error: unknown,
  { requestId, trace }: LoggedRequest,
  log: Log,
): ServiceError {
  const original = unwrap(error);
  if (original instanceof ServiceError) return original;
  const ids = { request_id: requestId, ...(trace && { trace_id: trace.traceId }) };
  const fields = { ...ids, reason: reasonOf(original) };
  if (isTimeout(original)) {
    createLogThrottle(log).warn(fields, 'Database statement timed out');
    return timedOut(original);
  }
  if (isUnavailable(original)) {
    createLogThrottle(log).warn(
      fields,
      isDiskFull(original) ? 'Database disk full' : 'Database unreachable',
    );
    return unavailable(original);
  }
  log.error({ ...ids, err: original }, 'Unexpected error');
  return new ServiceError(
    'INTERNAL_SERVER_ERROR',
    `An internal error occurred. Include request id ${requestId} when you report it.`,
    { cause: original },
  );
}

function timedOut(cause: unknown): ServiceError {
  const message =
    cause instanceof UnconfirmedChangeError
      ? `The database did not answer in time. ${unconfirmedChange}`
      : 'The database took too long and the request was cancelled. Try again, or ask for less.';
  return new ServiceError('TIMEOUT', message, { cause });
}

function unavailable(cause: unknown): ServiceError {
  const headers = { 'Retry-After': retryAfter };
  return new ServiceError('SERVICE_UNAVAILABLE', explainOutage(cause), { cause, headers });
}

function explainOutage(cause: unknown): string {
  if (cause instanceof UnconfirmedChangeError) {
    return `The connection to the database was lost. ${unconfirmedChange}`;
  }
  if (isDiskFull(cause)) {
    return 'The disk of the database is full, and nothing was stored. Try again when there is space.';
  }
  return 'The database is temporarily unreachable. Try again shortly.';
}

/** The same for one error of a GraphQL result, with its path and locations. */
export function toGraphqlError(
  error: GraphQLError,
  request: LoggedRequest,
  log: Log,
  hasRun: boolean,
): GraphQLError {
  const requestError = describeGraphqlError(error);
  if (requestError) return requestError;
  const service = toServiceError(error, request, log);
  return describeForGraphql(service, error, hasRun && error.path !== undefined);
}

export function describeForGraphql(
  error: ServiceError,
  at?: GraphQLError,
  hasRun = false,
): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: at?.nodes ?? null,
    source: at?.source ?? null,
    positions: at?.positions ?? null,
    path: at?.path ?? null,
    originalError: error,
    extensions: {
      code: error.code,
      ...error.members,
      ...(error.faults.length > 0 ? { errors: error.faults.map(toPointer) } : {}),
      ...httpOf(error, hasRun),
    },
  });
}

/** The HTTP part: a status that /graphql keeps, or 400 when no operation ran (200 in plain JSON). */
function httpOf({ code, headers }: ServiceError, hasRun: boolean): object {
  const { status } = errorTable[code];
  if (keptStatuses.has(status)) return { http: { status, headers } };
  // The missing scope is named in a header, whatever the status.
  const challenge = code === 'FORBIDDEN' ? { headers } : {};
  return !hasRun && status < 500 ? { http: { status: 400, spec: true, ...challenge } } : {};
}

function toPointer({ path, header, code, detail }: Fault) {
  if (header) return { parameter: header, code, detail };
  // The argument `input` corresponds to a REST body; other arguments keep their name.
  const steps = path[0] === 'input' ? path.slice(1) : path;
  return { pointer: toJsonPointer(steps), code, detail };
}

/** No valid name is as long as the part of a step that is shown. */
const maxStepLength = 100;

export function toJsonPointer(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => cutText(String(step), maxStepLength))
    .map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
