/** A database problem that the operator must fix; the message says how. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** A lost connection reported by a thread: errors lose their codes when they leave it. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** A change whose connection was lost before it was confirmed: it may have been made. */
export class UnconfirmedChangeError extends Error {
  override readonly name = 'UnconfirmedChangeError';

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

const unreachableSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Driver messages, without a code, about a connection that was lost or never established. */
const lostConnection =
  /Connection terminated|is not queryable|timeout (expired|exceeded when trying to connect)/;

/** Prisma codes: unreachable, timed out, pool exhausted, too many connections, connection closed. */
const unavailablePrismaErrors = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);

/** SQLSTATE classes: connection exception (08), insufficient resources (53), shutting down or starting (57P). */
const unavailableSqlState = /^(08|53|57P)/;

/**
 * SQLSTATEs of a statement that was cancelled, a lock that was not obtained and a transaction that was
 * idle for too long.
 */
const timeoutSqlStates = new Set(['57014', '55P03', '25P03']);

/** Messages, without a code, of the pool's connections and of Prisma's transactions. */
const timeoutMessage = /did not answer in time|expired transaction/;

/** True when a deadline has passed: the statement has been cancelled, or its connection destroyed. */
export function isTimeout(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, originalCode, message }) =>
      timeoutSqlStates.has(originalCode ?? code ?? '') || timeoutMessage.test(message ?? ''),
  );
}

/** True when the database is temporarily unavailable and a retry makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLostError || isTimeout(error)) return true;
  for (const cause of causesOf(error)) {
    const { code, originalCode, kind, message } = cause;
    if (unreachableSystemErrors.has(code ?? '')) return true;
    if (unavailablePrismaErrors.has(code ?? '')) return true;
    if (unavailableSqlState.test(originalCode ?? code ?? '')) return true;
    if (kind === 'DatabaseNotReachable' || kind === 'ConnectionClosed') return true;
    if (lostConnection.test(message ?? '')) return true;
  }
  return false;
}

/** The server has no space to write to. */
export function isDiskFull(error: unknown): boolean {
  return causesOf(error).some(({ code, originalCode }) => (originalCode ?? code) === '53100');
}

/** Of connections that were lost, or given up, while they were in use. */
const lostInUse = /Connection terminated(?! due to connection timeout)|did not answer in time/;
const lostInUseCodes = new Set(['ECONNRESET', 'EPIPE', 'P1017']);

/** True when a statement was sent and nothing is known of it: it may be executed all the same. */
export function isUnconfirmed(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, message }) => lostInUseCodes.has(code ?? '') || lostInUse.test(message ?? ''),
  );
}

/** The server has rejected the statement alone; its connection is intact. */
export function isStatementError(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity === 'ERROR';
}

/** A unique constraint was violated, as Prisma or PostgreSQL reports it. */
export function isUniqueViolation(error: unknown): boolean {
  return causesOf(error).some(({ code, originalCode }) =>
    [code, originalCode].some((word) => word === 'P2002' || word === '23505'),
  );
}

/** A serialization failure or deadlock; a retry may succeed. */
export function isTransactionConflict(error: unknown): boolean {
  return causesOf(error).some(({ code, originalCode }) =>
    [code, originalCode].some((word) => ['P2034', '40001', '40P01'].includes(word ?? '')),
  );
}

interface Cause {
  code?: string;
  originalCode?: string;
  kind?: string;
  message?: string;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
  errors?: unknown[];
}

function causesOf(error: unknown, depth = 0): Cause[] {
  if (typeof error !== 'object' || error === null || depth > 6) return [];
  const cause: Cause = error;
  const inner = [cause.cause, cause.meta?.driverAdapterError, ...(cause.errors ?? [])];
  return [cause, ...inner.flatMap((item) => causesOf(item, depth + 1))];
}

/** The reason in one line: Prisma prints the code location above it. */
export function reasonOf(error: unknown): string {
  // One reason per address of the host.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').at(-1) ?? text;
}
