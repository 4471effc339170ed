import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What the current work is done for. Kept beside the calls, not passed through them: Prisma takes no
 * signal for a statement.
 */
const scope = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Cancels the statements of the work, transactions included, when the signal is aborted. Outside of
 * transactions, requests read with `findFirst`: Prisma merges `findUnique` of several requests into one
 * statement, which the first of them would cancel for all.
 */
export function cancelStatementsWith<T>(signal: AbortSignal, work: () => T): T {
  return scope.run(signal, work);
}

/** For statements on which more than the current request depends. */
export function neverCancelled<T>(work: () => T): T {
  return scope.run(undefined, work);
}

export function currentSignal(): AbortSignal | undefined {
  return scope.getStore();
}
