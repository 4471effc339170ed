import { boundTo } from '../../db/bound-database.ts';
import type { Database } from '../../db/database.ts';
import { isTimeout, isTransactionConflict, isUnavailable } from '../../db/database-error.ts';
import type { Context } from '../context.ts';

/**
 * A list may be a second old, though never older than what this node wrote: it is read from the replica,
 * if there is one. An answer that will be remembered is read from the primary: the replica may lack a
 * change that memory already knows, and would not be told of it again.
 */
export async function readList<T>(
  { database, replica, reads, cancellation }: Context,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const source = reads.isNoted ? undefined : replica?.current();
  if (!source) return work(database);
  try {
    return await work(boundTo(source, cancellation));
  } catch (error) {
    // Lost, or in the way of what it has to replay.
    const isReplicas = isUnavailable(error) || isTransactionConflict(error);
    if (!isReplicas || isTimeout(error)) throw error;
    replica?.failed();
    return work(database);
  }
}
