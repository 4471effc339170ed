import { type LogPosition, type QuestionChange, readChanges } from '../db/change-log.ts';
import type { Database } from '../db/database.ts';
import { Cancellation } from '../domain/cancellation.ts';
import { createLogThrottle, type Log } from '../log.ts';

/** Follows the change log for as long as someone uses what it knows. */
export interface ChangeFollower {
  /** Whether everything is known that was committed a second ago, and all that this node wrote. */
  isConfirmed(): boolean;
  /** Whether changes from now on will be reported. */
  hasStarted(): boolean;
  /** Someone needs the changes: read them now, if they are not confirmed, and for a while. */
  use(): void;
  /** This node may have written: nothing is confirmed until the log has been read again. */
  wrote(): void;
  stop(): void;
}

export interface FollowerOptions {
  /** On connections that other work cannot use up. */
  readonly database: Database;
  readonly log: Log;
  /** Changes in no particular order; undefined when everything may have changed. */
  readonly onChanges: (changes: readonly QuestionChange[] | undefined) => void;
  /** Milliseconds that never run backwards. */
  readonly now?: () => number;
}

export const maxAgeMs = 1000;
const intervalMs = 250;
/** Between two readings when writes make the next one urgent. */
const minIntervalMs = 25;
/** A node that serves nothing from memory does not read the log. */
const idleAfterMs = 2000;

export function createChangeFollower(options: FollowerOptions): ChangeFollower {
  const { database, onChanges, now = () => performance.now() } = options;
  const throttle = createLogThrottle(options.log);
  let isStopped = false;
  /** Ends the reading in progress. */
  let reading = new Cancellation();
  let position: LogPosition | undefined;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let writes = 0;
  let confirmedWrites = 0;
  let lastUse = Number.NEGATIVE_INFINITY;
  let lastRead = Number.NEGATIVE_INFINITY;
  /** The next reading is not before this, however urgent. */
  let earliest = Number.NEGATIVE_INFINITY;
  let isReading = false;
  let timer: { readonly at: number; readonly handle: NodeJS.Timeout } | undefined;

  const isConfirmed = () => confirmedWrites === writes && now() - confirmedAt < maxAgeMs;

  const read = async () => {
    timer = undefined;
    isReading = true;
    // Taken before the statement is sent: its snapshot is younger.
    lastRead = now();
    earliest = lastRead + minIntervalMs;
    const written = writes;
    reading = new Cancellation();
    const late = new Error(`No answer within ${maxAgeMs} ms`);
    const deadline = setTimeout(() => reading.cancel(late), maxAgeMs).unref();
    try {
      const found = await readChanges(database, position, reading);
      if (isStopped) return;
      onChanges(found.changes);
      position = found.position;
      confirmedAt = lastRead;
      confirmedWrites = written;
    } catch (error) {
      if (isStopped) return;
      earliest = now() + intervalMs;
      throttle.warn({ reason: String(error) }, 'Change log not read');
    } finally {
      clearTimeout(deadline);
      isReading = false;
    }
    if (now() - lastUse < idleAfterMs) schedule(lastRead + intervalMs);
  };

  const schedule = (wanted: number) => {
    const at = Math.max(wanted, earliest);
    if (isReading || isStopped || (timer && timer.at <= at)) return;
    clearTimeout(timer?.handle);
    timer = { at, handle: setTimeout(read, Math.max(0, at - now())).unref() };
  };

  return {
    isConfirmed,
    hasStarted: () => position !== undefined,
    use() {
      lastUse = now();
      schedule(isConfirmed() ? lastRead + intervalMs : earliest);
    },
    wrote() {
      writes += 1;
    },
    stop() {
      isStopped = true;
      reading.cancel(new Error('No longer followed'));
      clearTimeout(timer?.handle);
    },
  };
}
