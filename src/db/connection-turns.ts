export interface TurnOptions {
  /** How many have a turn at the same time. */
  readonly size: number;
  readonly timeoutMs: number;
  /** In milliseconds. */
  readonly clock?: () => number;
}

export interface ConnectionTurns<Connection> {
  readonly waitingCount: number;
  /** Of all that have waited so far, whether or not their turn came. */
  readonly waits: { readonly count: number; readonly ms: number };
  /**
   * Calls back when it is the caller's turn, with the connection of the turn before if that was passed
   * on; or with an error when the turn does not come in time.
   */
  take(callback: (error?: Error, connection?: Connection) => void): void;
  /** Ends a turn. */
  give(connection?: Connection): void;
}

/** For each that has a turn. */
const maxWaiting = 20;
const longWaitMs = 200;

/**
 * Who waits for a connection: first come, first served, until the first has waited for long. Then more
 * is asked for than can be done, and the last is served first: in order, everybody would be served so
 * late that most clients have given up, and the work would be lost.
 */
export function createTurns<Connection>(options: TurnOptions): ConnectionTurns<Connection> {
  const { size, timeoutMs, clock = () => performance.now() } = options;
  const waiting: { readonly since: number; readonly start: (passed?: Connection) => void }[] = [];
  const waits = { count: 0, ms: 0 };
  const noteWait = (since: number) => {
    waits.count += 1;
    waits.ms += clock() - since;
  };
  let free = size;
  return {
    waits,
    get waitingCount() {
      return waiting.length;
    },
    take(callback) {
      if (free > 0) {
        free -= 1;
        return callback();
      }
      if (waiting.length >= size * maxWaiting) return callback(noTurn());
      const since = clock();
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        noteWait(since);
        callback(noTurn());
      }, timeoutMs).unref();
      const start = (passed?: Connection) => {
        clearTimeout(timer);
        noteWait(since);
        callback(undefined, passed);
      };
      const entry = { since, start };
      waiting.push(entry);
    },
    give(connection) {
      const [first] = waiting;
      const isLate = first && clock() - first.since > longWaitMs;
      const next = isLate ? waiting.pop() : waiting.shift();
      if (next) next.start(connection);
      else free += 1;
    },
  };
}

/** In the words of pg-pool, which are known to mean that a retry makes sense. */
function noTurn(): Error {
  return new Error('timeout exceeded when trying to connect');
}
