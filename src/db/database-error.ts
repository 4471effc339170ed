/** Something about the database that the person who starts the service must mend; its message is a sentence for them. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** A lost connection reported by a thread: errors lose their codes when they leave it. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
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

/** What the driver says, without a code, of a connection that is gone or that never came about. */
const lostConnection =
  /Connection terminated|is not queryable|timeout (expired|exceeded when trying to connect)/;

/** Prisma's words: cannot reach, timed out, pool exhausted, too many connections, connection closed. */
const unavailablePrismaErrors = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);

/** PostgreSQL's states: connection exceptions (08), out of resources (53), shut down or starting (57P). */
const unavailableSqlState = /^(08|53|57P)/;

/** True when the database cannot be asked right now and asking again later makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true;
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

/** The words by which Prisma and PostgreSQL say that a unique rule was broken. */
export function isUniqueViolation(error: unknown): boolean {
  return causesOf(error).some(({ code, originalCode }) =>
    [code, originalCode].some((word) => word === 'P2002' || word === '23505'),
  );
}

/** Two transactions stood in each other's way; the same one may succeed when tried again. */
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

/** Why it failed, in one line: Prisma puts the place in the code above it. */
export function reasonOf(error: unknown): string {
  // A name with several addresses: the reasons, one for each, are inside.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').at(-1) ?? text;
}
