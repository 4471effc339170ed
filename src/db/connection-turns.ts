export interface TurnOptions {
  /** How many have a turn at the same time. */
  readonly size: number;
  readonly timeoutMs: number;
  /** In milliseconds. */
  readonly clock?: () => number;
}

export interface ConnectionTurns {
  readonly waitingCount: number;
  /** Calls back when it is the caller's turn, or with an error when it does not come in time. */
  take(callback: (error?: Error) => void): void;
  /** Ends a turn. */
  give(): void;
}

/** For each that has a turn. */
const maxWaiting = 20;
const longWaitMs = 200;

/**
 * Who waits for a connection: first come, first served, until the first has waited for long. Then more
 * is asked for than can be done, and the last is served first: in order, everybody would be served so
 * late that most clients have given up, and the work would be lost.
 */
export function createTurns(options: TurnOptions): ConnectionTurns {
  const { size, timeoutMs, clock = () => performance.now() } = options;
  const waiting: { readonly since: number; readonly start: () => void }[] = [];
  let free = size;
  return {
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
        callback(noTurn());
      }, timeoutMs).unref();
      const start = () => {
        clearTimeout(timer);
        callback();
      };
      const entry = { since, start };
      waiting.push(entry);
    },
    give() {
      const [first] = waiting;
      const isLate = first && clock() - first.since > longWaitMs;
      const next = isLate ? waiting.pop() : waiting.shift();
      if (next) next.start();
      else free += 1;
    },
  };
}

/** In the words of pg-pool, which are known to mean that a retry makes sense. */
function noTurn(): Error {
  return new Error('timeout exceeded when trying to connect');
}
