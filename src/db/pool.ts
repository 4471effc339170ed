import pg from 'pg';
import type { Cancellation } from '../domain/cancellation.ts';
import { createLogThrottle, type Log } from '../log.ts';
import { destroyConnection, processIdOf, socketOf } from './connection.ts';
import { type ConnectionTurns, createTurns } from './connection-turns.ts';
import { useMessageReader } from './message-reader.ts';
import { logStatements, noteWork } from './statement-log.ts';
import { currentCancellation } from './statement-scope.ts';
import { typeParsers } from './type-parsers.ts';

/** Milliseconds that a request's work on the database may take. */
export interface Deadlines {
  readonly statementMs: number;
  readonly lockMs: number;
  /** Waiting for a connection, a new one included. */
  readonly poolMs: number;
  readonly transactionMs: number;
}

export interface PoolOptions {
  /** Read for every connection: an embedded server may have moved after a restart. */
  readonly url: string;
  readonly poolSize: number;
  readonly log: Log;
  /** Of the server itself, if `url` is a pooler that gives a connection to each transaction. */
  readonly directUrl?: string | undefined;
  /** Whether statements are prepared under names; not every pooler knows those. */
  readonly namesStatements?: boolean;
  /** None for work that may take as long as it needs: migrations, imports, jobs. */
  readonly deadlines?: Deadlines | undefined;
}

export interface CheckedPoolSettings extends pg.PoolConfig {
  /** Cancels a statement of a server process; connections then end with the work that took them. */
  readonly cancel?: ((processId: number) => void) | undefined;
}

/** The server ends a statement by itself before its connection is considered lost. */
const answerMarginMs = 1500;
/** A connection that was in use more recently is trusted: checking it costs a round trip. */
const trustedForMs = 1000;
const defaultPoolMs = 5000;
/**
 * Shorter work that nobody waits for is left to end: a cancellation costs its connection, and opening
 * another one takes longer. When many clients give up at once, that would stop the service.
 */
const cancelAfterMs = 250;
const idleMs = 10_000;

/** A pool whose new connections use the current URL, and whose idle ones are checked before use. */
export function openPool(options: PoolOptions, settings: CheckedPoolSettings = {}): CheckedPool {
  const { poolSize, log, deadlines } = options;
  const answerMs = deadlines && deadlines.statementMs + answerMarginMs;
  const pool = new CheckedPool({
    max: poolSize,
    connectionTimeoutMillis: deadlines?.poolMs ?? defaultPoolMs,
    idleTimeoutMillis: Math.min(idleMs, answerMs ? answerMs / 2 : idleMs),
    keepAlive: true,
    types: typeParsers(),
    application_name: 'quaestor',
    // A pooler refuses settings of a session: its own configuration has them (deploy/nodes.md).
    ...(deadlines &&
      !options.directUrl && {
        statement_timeout: deadlines.statementMs,
        lock_timeout: deadlines.lockMs,
        idle_in_transaction_session_timeout: deadlines.statementMs,
      }),
    ...settings,
    Client: class extends pg.Client {
      constructor(given?: pg.ClientConfig) {
        super({ ...given, connectionString: options.url });
        useMessageReader(this);
        // Reported by the next query; an error event without a listener would end the process.
        this.on('error', () => undefined);
        if (log.isLevelEnabled('debug')) logStatements(this, log);
      }
    },
  });
  if (answerMs) pool.on('connect', (client) => destroyUnanswered(client, answerMs));
  // An idle connection that broke and is replaced. Not the whole error: the pool attaches the connection to it.
  const throttle = createLogThrottle(log);
  pool.on('error', ({ message }) => {
    if (!pool.ending) throttle.warn({ reason: message }, 'Database connection lost');
  });
  return pool;
}

/** The statement was sent and nothing came back: its connection is lost without a trace. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Idle connections leave the pool before this; what is left waits for an answer. */
function destroyUnanswered(client: pg.ClientBase, milliseconds: number): void {
  socketOf(client).setTimeout(milliseconds, () => {
    destroyConnection(client, new NoAnswerError('The database did not answer in time'));
  });
}

type Checkout = Parameters<pg.Pool['connect']>[0];

/**
 * The path to the server may be lost without a sign, as when a firewall forgets its connections: a
 * connection that was idle for a while must answer before it is used.
 */
export class CheckedPool extends pg.Pool {
  readonly #lastUsed = new WeakMap<pg.PoolClient, number>();
  readonly #open = new Set<pg.PoolClient>();
  readonly #cancel: CheckedPoolSettings['cancel'];
  /** Ends the tie between a connection and the work that uses it. */
  readonly #untie = new WeakMap<pg.PoolClient, () => void>();
  readonly #turns: ConnectionTurns<pg.PoolClient>;
  /** Checked out to be closed, out of turn. */
  readonly #dropped = new WeakSet<pg.PoolClient>();

  constructor({ cancel, ...settings }: CheckedPoolSettings) {
    super(settings);
    this.#cancel = cancel;
    const { max: size, connectionTimeoutMillis: timeoutMs = defaultPoolMs } = this.options;
    this.#turns = createTurns<pg.PoolClient>({ size, timeoutMs });
    Object.defineProperty(this, 'waitingCount', { get: () => this.#turns.waitingCount });
    this.on('release', (_error, client) => {
      this.#lastUsed.set(client, performance.now());
      this.#untie.get(client)?.();
      if (!this.#dropped.delete(client)) this.#turns.give();
    });
    this.on('connect', (client) => this.#open.add(client));
    this.on('remove', (client) => this.#open.delete(client));
  }

  /** How many have waited for a connection so far, and for how long altogether. */
  get waits(): { readonly count: number; readonly ms: number } {
    return this.#turns.waits;
  }

  /** Ends statements that keep the pool from closing. */
  destroyAll(): void {
    for (const client of this.#open) destroyConnection(client, new Error('The pool is closed'));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Checkout): void;
  override connect(callback?: Checkout): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.checkOut();
    // Not read later: another request, which gives its connection back, calls the callback.
    this.#checkOut(callback, currentCancellation());
    return undefined;
  }

  /** A connection whose statements are cancelled with the work they are for. */
  checkOut(cancellation: Cancellation | undefined = currentCancellation()): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const settle: Checkout = (error, client) => {
        if (client) resolve(client);
        else reject(error);
      };
      this.#checkOut(settle, cancellation);
    });
  }

  /**
   * Gives back a connection that works: at once to who waits for one, since the way into the pool and
   * out of it takes as long as reading a row.
   */
  giveBack(client: pg.PoolClient): void {
    const isPassedOn = this.#turns.waitingCount > 0 && !this.ending && !socketOf(client).destroyed;
    if (!isPassedOn) return void client.release();
    this.#untie.get(client)?.();
    this.#turns.give(client);
  }

  #checkOut(callback: Checkout, cancellation: Cancellation | undefined): void {
    this.#turns.take((late, passed) => {
      if (late) callback(late, undefined, () => undefined);
      else if (passed) this.#hand(passed, callback, cancellation);
      else this.#connect(callback, cancellation);
    });
  }

  #connect(callback: Checkout, cancellation: Cancellation | undefined): void {
    super.connect((error, client, release) => {
      if (!client) {
        this.#turns.give();
        return callback(error, client, release);
      }
      if (this.#isTrusted(client)) return this.#hand(client, callback, cancellation);
      this.#check(client, (answers) => {
        if (answers) return this.#hand(client, callback, cancellation);
        release(true);
        this.#dropIdle();
        this.#checkOut(callback, cancellation);
      });
    });
  }

  #hand(client: pg.PoolClient, callback: Checkout, cancellation: Cancellation | undefined): void {
    const release = (broken?: Error | boolean) => client.release(broken);
    if (cancellation?.isCancelled) {
      release();
      return void callback(cancellation.reason as Error, undefined, () => undefined);
    }
    noteWork(client, cancellation);
    if (cancellation && this.#cancel) this.#tie(client, cancellation);
    callback(undefined, client, release);
  }

  /** A server may not notice for minutes that nobody waits for a statement any more. */
  #tie(client: pg.PoolClient, cancellation: Cancellation): void {
    const start = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const cancel = () => {
      this.#cancel?.(processIdOf(client));
      destroyConnection(client, cancellation.reason as Error);
    };
    const abort = () => {
      timer = setTimeout(cancel, Math.max(0, start + cancelAfterMs - performance.now())).unref();
    };
    const forget = cancellation.onCancel(abort);
    this.#untie.set(client, () => {
      forget();
      clearTimeout(timer);
    });
  }

  #isTrusted(client: pg.PoolClient): boolean {
    const lastUsed = this.#lastUsed.get(client);
    return lastUsed === undefined || performance.now() - lastUsed < trustedForMs;
  }

  #check(client: pg.PoolClient, done: (answers: boolean) => void): void {
    let isDone = false;
    const finish = (answers: boolean) => {
      clearTimeout(timer);
      if (!isDone) done(answers);
      isDone = true;
    };
    const timer = setTimeout(finish, this.options.connectionTimeoutMillis, false);
    client.query('SELECT 1', (error: Error | null) => finish(!error));
  }

  /** The others were lost with it: each would make a request wait. */
  #dropIdle(): void {
    for (let left = this.idleCount; left > 0; left -= 1) {
      super.connect((_error, client, release) => {
        if (client) this.#dropped.add(client);
        release(true);
      });
    }
  }
}
