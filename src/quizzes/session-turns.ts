import type { Database } from '../db/database.ts';

const queues = new WeakMap<Database['pool'], Map<string, Promise<unknown>>>();

/**
 * Lets the draws of one session run one after the other on this node. Nodes settle it in the database, by
 * trying again; the many players of one session would try each other out. An entry lasts as long as its
 * requests.
 */
export async function inTurn<T>(
  { pool }: Database,
  sessionId: string,
  work: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(pool) ?? new Map<string, Promise<unknown>>();
  queues.set(pool, queue);
  const before = queue.get(sessionId) ?? Promise.resolve();
  // What became of the one before is its own matter.
  const result = before.then(work, work);
  const turn = result.catch(() => undefined);
  queue.set(sessionId, turn);
  try {
    return await result;
  } finally {
    if (queue.get(sessionId) === turn) queue.delete(sessionId);
  }
}
