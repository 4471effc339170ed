import { createLogThrottle, type Log } from '../log.ts';
import { connectDatabase, type Database } from './database.ts';
import type { Deadlines } from './pool.ts';

/** A read replica, for lists that may be a second old. */
export interface Replica {
  /**
   * Undefined while it may lack what was committed a second ago, or anything that this node wrote: then
   * the primary is read.
   */
  current(): Database | undefined;
  /** This node may have written: the primary is read until the replica has that too. */
  wrote(): void;
  /** A statement failed on it: the primary is read until it answers again. */
  failed(): void;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly url: string;
  /** On connections that other work cannot use up. */
  readonly primary: Database;
  readonly poolSize: number;
  readonly deadlines: Deadlines | undefined;
  readonly log: Log;
}

const maxAgeMs = 1000;
const intervalMs = 250;
/** A node that serves no lists does not ask. */
const idleAfterMs = 2000;

export function openReplica({ url, primary, ...options }: ReplicaOptions): Replica {
  const replica = connectDatabase({ url, ...options });
  const throttle = createLogThrottle(options.log);
  let [writes, confirmedWrites] = [0, 0];
  let [confirmedAt, lastUse] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** What was flushed before this reading, and everything acknowledged was, is on the replica after it. */
  const compare = async () => {
    const [startedAt, written] = [performance.now(), writes];
    try {
      const [here] = await primary.query<{ position: string }>({
        text: 'SELECT pg_current_wal_flush_lsn()::text AS position',
        values: [],
      });
      const [there] = await replica.query<{ isThere: boolean | null }>({
        text: 'SELECT pg_last_wal_replay_lsn() >= $1::text::pg_lsn AS "isThere"',
        values: [here?.position],
      });
      if (there?.isThere) [confirmedAt, confirmedWrites] = [startedAt, written];
    } catch (error) {
      throttle.warn({ reason: String(error) }, 'Read replica not available');
    }
    timer = undefined;
    if (performance.now() - lastUse < idleAfterMs) schedule();
  };
  const schedule = () => {
    if (!isClosed) timer ??= setTimeout(compare, intervalMs).unref();
  };

  return {
    current() {
      lastUse = performance.now();
      schedule();
      const isConfirmed = confirmedWrites === writes && lastUse - confirmedAt < maxAgeMs;
      return isConfirmed ? replica : undefined;
    },
    wrote() {
      writes += 1;
    },
    failed() {
      confirmedAt = Number.NEGATIVE_INFINITY;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      return replica.close();
    },
  };
}
