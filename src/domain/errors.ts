/** Every error a caller can meet, on either interface. What is not in this table is a bug and is masked. */
export const errorTable = {
  BAD_REQUEST: { status: 400, title: 'The request cannot be read' },
  QUERY_TOO_COMPLEX: { status: 400, title: 'The query asks for too much' },
  UNAUTHENTICATED: { status: 401, title: 'Authentication is needed' },
  FORBIDDEN: { status: 403, title: 'Not allowed' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed' },
  NOT_ACCEPTABLE: { status: 406, title: 'No acceptable representation' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request took too long to arrive' },
  CONFLICT: { status: 409, title: 'Conflict with the current state' },
  PRECONDITION_FAILED: { status: 412, title: 'Changed in the meantime' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported media type' },
  BAD_USER_INPUT: { status: 422, title: 'The input breaks a rule' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The headers are too large' },
  INTERNAL_SERVER_ERROR: { status: 500, title: 'Internal error' },
  SERVICE_UNAVAILABLE: { status: 503, title: 'Temporarily unavailable' },
  TIMEOUT: { status: 504, title: 'The work took too long' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/** One broken rule: where, which, and a sentence about it. The path uses the GraphQL names; REST renames it. */
export interface Fault {
  readonly path: readonly (string | number)[];
  /** Set instead of a path when the fault is in a header. */
  readonly header?: string;
  readonly code: string;
  readonly detail: string;
}

export interface ErrorDetails {
  readonly faults?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the problem details, and of GraphQL's extensions. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An expected error. Its message is a sentence meant for the caller. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.faults = details.faults ?? [];
    this.headers = details.headers ?? {};
    this.members = details.members ?? {};
  }
}

/** BAD_REQUEST for the arguments of a list, which REST has in the address; BAD_USER_INPUT for what is written. */
export type RuleCode = 'BAD_REQUEST' | 'BAD_USER_INPUT';

/** The error for input that breaks rules; all of them are told at once. */
export function brokenRules(code: RuleCode, faults: readonly Fault[]): ServiceError {
  return new ServiceError(code, summarizeFaults(faults.length), { faults });
}

export function summarizeFaults(count: number): string {
  return `${count} validation ${count === 1 ? 'error' : 'errors'}; see \`errors\`.`;
}

/** The error for an id that nobody has; it may be anything, so only its beginning is repeated. */
export function notFound(what: string, id: string): never {
  throw new ServiceError('NOT_FOUND', `No ${what} has the id ${JSON.stringify(id.slice(0, 100))}.`);
}
