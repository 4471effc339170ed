/** Connections that are not in use, but at hand. */
export interface ParkedConnections<Connection> {
  readonly count: number;
  park(connection: Connection): void;
  /** The one that was parked last. */
  take(): Connection | undefined;
  /** Whether it was parked. */
  release(connection: Connection): boolean;
  releaseAll(): void;
}

const parkedMs = 500;

/**
 * Keeps connections that were given back for a moment before they are released: the way into the pool and
 * out of it, with its timers, takes longer than to read some rows.
 */
export function createParkedConnections<Connection>(
  release: (connection: Connection) => void,
): ParkedConnections<Connection> {
  let parked: Connection[] = [];
  let timer: NodeJS.Timeout | undefined;
  const releaseAll = () => {
    clearTimeout(timer);
    timer = undefined;
    const all = parked;
    parked = [];
    for (const each of all) release(each);
  };
  return {
    get count() {
      return parked.length;
    },
    park(connection) {
      parked.push(connection);
      timer ??= setTimeout(releaseAll, parkedMs).unref();
    },
    take: () => parked.pop(),
    release(connection) {
      const at = parked.indexOf(connection);
      if (at === -1) return false;
      parked.splice(at, 1);
      release(connection);
      return true;
    },
    releaseAll,
  };
}
