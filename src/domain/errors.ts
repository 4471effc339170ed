/** Every error a client can receive, over REST or GraphQL. Any other error is a bug and is masked. */
export const errorTable = {
  BAD_REQUEST: { status: 400, title: 'Invalid request' },
  QUERY_TOO_COMPLEX: { status: 400, title: 'Query too complex' },
  UNAUTHENTICATED: { status: 401, title: 'Authentication required' },
  SECOND_FACTOR_REQUIRED: { status: 401, title: 'Second factor required' },
  FORBIDDEN: { status: 403, title: 'Forbidden' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed' },
  NOT_ACCEPTABLE: { status: 406, title: 'Not acceptable' },
  REQUEST_TIMEOUT: { status: 408, title: 'Request timeout' },
  CONFLICT: { status: 409, title: 'Conflict' },
  GONE: { status: 410, title: 'Gone' },
  PRECONDITION_FAILED: { status: 412, title: 'Precondition failed' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Payload too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported media type' },
  BAD_USER_INPUT: { status: 422, title: 'Validation failed' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  HEADERS_TOO_LARGE: { status: 431, title: 'Request headers too large' },
  INTERNAL_SERVER_ERROR: { status: 500, title: 'Internal server error' },
  NOT_IMPLEMENTED: { status: 501, title: 'Not implemented' },
  SERVICE_UNAVAILABLE: { status: 503, title: 'Service unavailable' },
  TIMEOUT: { status: 504, title: 'Timeout' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/** One validation error. Its path uses GraphQL names, which REST translates to its own. */
export interface Fault {
  readonly path: readonly (string | number)[];
  /** Set instead of a path when a header is invalid. */
  readonly header?: string;
  readonly code: string;
  readonly detail: string;
  /** The number of further faults that follow this one and were not listed. */
  readonly more?: number;
}

/** The maximum number of faults that an error lists; it counts the others. */
export const maxFaults = 100;

/** The first faults of a list, and how many it has beyond them. */
export function limitFaults<T extends { readonly more?: number }>(
  faults: readonly T[],
): { listed: readonly T[]; more: number } {
  const unlisted = faults.reduce((sum, { more = 0 }) => sum + more, 0);
  const more = unlisted + Math.max(0, faults.length - maxFaults);
  return { listed: faults.slice(0, maxFaults), more };
}

export interface ErrorDetails {
  readonly faults?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the problem details and of GraphQL's `extensions`. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An expected error, whose message is shown to the client. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ServiceError';
    this.code = code;
    const { listed, more } = limitFaults(details.faults ?? []);
    this.faults = listed;
    this.headers = details.headers ?? {};
    this.members = { ...(more > 0 && { more }), ...details.members };
  }
}

/** BAD_REQUEST for the arguments of a list, which REST has in the query string; BAD_USER_INPUT for bodies. */
export type RuleCode = 'BAD_REQUEST' | 'BAD_USER_INPUT';

/** The error for invalid input, with all validation errors at once. */
export function validationError(code: RuleCode, faults: readonly Fault[]): ServiceError {
  return new ServiceError(code, summarizeFaults(faults), { faults });
}

/** The message of an error with these faults. */
export function summarizeFaults(faults: readonly { readonly more?: number }[]): string {
  const { listed, more } = limitFaults(faults);
  const count = (listed.length + more).toLocaleString('en');
  if (more > 0) return `${count} validation errors; \`errors\` has the first ${listed.length}.`;
  return `${count} validation ${count === '1' ? 'error' : 'errors'}; see \`errors\`.`;
}

/** The error for an unknown id, which may be any text: only its beginning is repeated. */
export function notFound(what: string, id: string): never {
  throw new ServiceError('NOT_FOUND', `No ${what} has the id ${JSON.stringify(id.slice(0, 100))}.`);
}
