import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cancellation } from '../domain/cancellation.ts';

/** What the current work is done for. Prisma takes none for a statement, so it cannot be passed. */
const scope = new AsyncLocalStorage<Cancellation | undefined>();
let users = 0;

/**
 * Cancels the statements that Prisma makes for the work, transactions included, when the work
 * is. Outside of transactions, requests read with `findFirst`: Prisma merges `findUnique` of several
 * requests into one statement, which the first of them would cancel for all.
 *
 * While the storage is in use, Node.js makes every promise of the process cost more: it is switched off
 * when no such work is left, and statements of our own are given theirs instead.
 */
export async function cancelStatementsWith<T>(
  cancellation: Cancellation | undefined,
  work: () => PromiseLike<T> | T,
): Promise<T> {
  users += 1;
  try {
    // Prisma sends a statement when somebody waits for it: that must happen inside.
    return await scope.run(cancellation, async () => await work());
  } finally {
    users -= 1;
    if (users === 0) scope.disable();
  }
}

/** For statements on which more than the current request depends. */
export function neverCancelled<T>(work: () => T): T {
  return currentCancellation() ? scope.run(undefined, work) : work();
}

export function currentCancellation(): Cancellation | undefined {
  return scope.getStore();
}
