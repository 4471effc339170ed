import { randomUUID } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import { ServiceError } from '../domain/errors.ts';
import { comeBack, formatEvent, ping, visibleResult } from './server-sent-events.ts';

/** One server-sent event stream that carries the results of many operations (graphql-sse). */
export interface StreamConnection {
  /** Begins to send; once. */
  open(): AsyncIterableIterator<Uint8Array>;
  /** Reserves the id of an operation; `run` gives its results. */
  add(operationId: string, run: () => Promise<OperationResult>): Promise<void>;
  remove(operationId: string): void;
}

type OperationResult = ExecutionResult | AsyncIterable<ExecutionResult>;

export interface StreamConnections {
  /** Reserves a connection and returns its token. */
  reserve(owner: string): string;
  find(token: string | null, owner: string): StreamConnection;
}

const maxReserved = 1000;
const maxPerOwner = 20;
const maxOperations = 100;
/** A reservation that nobody uses is given up. */
const reservedForMs = 10_000;
const pingIntervalMs = 12_000;
const encoder = new TextEncoder();

export function createStreamConnections(shutdown: AbortSignal): StreamConnections {
  const reserved = new Map<string, { owner: string; connection: StreamConnection }>();
  return {
    reserve(owner) {
      const own = [...reserved.values()].filter((each) => each.owner === owner).length;
      if (own >= maxPerOwner || reserved.size >= maxReserved) {
        throw new ServiceError('RATE_LIMITED', 'Too many streams are open. Close one first.', {
          headers: { 'Retry-After': '5' },
        });
      }
      const token = randomUUID();
      const connection = createConnection(shutdown, () => reserved.delete(token));
      reserved.set(token, { owner, connection });
      return token;
    },
    find(token, owner) {
      const found = reserved.get(token ?? '');
      if (found?.owner === owner) return found.connection;
      throw new ServiceError('NOT_FOUND', 'No such stream. Reserve one with PUT first.');
    },
  };
}

interface Frame {
  readonly text: string;
  readonly onTaken: () => void;
}

function createConnection(shutdown: AbortSignal, onEnd: () => void): StreamConnection {
  const operations = new Map<string, AsyncIterator<ExecutionResult> | undefined>();
  /** At most one frame of each operation: it goes on when its frame was read. */
  const frames: Frame[] = [];
  let wake = () => {};
  let isOpen = false;
  let hasEnded = false;

  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(expiry);
    shutdown.removeEventListener('abort', end);
    for (const iterator of operations.values()) iterator?.return?.()?.catch(() => undefined);
    operations.clear();
    for (const { onTaken } of frames.splice(0)) onTaken();
    onEnd();
    wake();
  };
  const expiry = setTimeout(end, reservedForMs).unref();
  shutdown.addEventListener('abort', end);
  if (shutdown.aborted) end();

  const send = (text: string) =>
    new Promise<void>((onTaken) => {
      if (hasEnded) return onTaken();
      frames.push({ text, onTaken });
      wake();
    });

  const sendAll = async (id: string, result: OperationResult) => {
    const next = (payload: ExecutionResult) =>
      send(formatEvent('next', { id, payload: visibleResult(payload) }));
    if (!(Symbol.asyncIterator in result)) await next(result);
    else {
      const iterator = result[Symbol.asyncIterator]();
      if (hasEnded || !operations.has(id)) return void iterator.return?.();
      operations.set(id, iterator);
      for (;;) {
        const step = await iterator.next();
        if (step.done || operations.get(id) !== iterator) break;
        await next(step.value);
      }
      // Its client has removed it, and takes a completion for another one's.
      if (operations.get(id) !== iterator || shutdown.aborted) return;
    }
    operations.delete(id);
    await send(formatEvent('complete', { id }));
  };

  const take = async (): Promise<string | undefined> => {
    if (frames.length === 0 && !hasEnded) {
      const timer = setTimeout(() => wake(), pingIntervalMs);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      clearTimeout(timer);
    }
    const frame = frames.shift();
    frame?.onTaken();
    return frame ? frame.text : hasEnded ? undefined : ping;
  };

  return {
    open() {
      if (isOpen) throw new ServiceError('CONFLICT', 'The stream is already open.');
      isOpen = true;
      clearTimeout(expiry);
      let chunks: 'first' | 'next' | 'none' = 'first';
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        async next() {
          if (chunks === 'none') return { done: true, value: undefined };
          const text = chunks === 'first' ? ping : await take();
          chunks = text === undefined ? 'none' : 'next';
          return { done: false, value: encoder.encode(text ?? comeBack) };
        },
        async return() {
          chunks = 'none';
          end();
          return { done: true, value: undefined };
        },
      };
    },
    async add(id, run) {
      if (operations.has(id)) {
        throw new ServiceError('CONFLICT', 'Another operation of the stream has this operationId.');
      }
      if (operations.size >= maxOperations) {
        throw new ServiceError('RATE_LIMITED', `A stream carries ${maxOperations} operations.`);
      }
      operations.set(id, undefined);
      const result = await run().catch((error: unknown) => {
        operations.delete(id);
        throw error;
      });
      // The client reads what comes of it on the stream.
      sendAll(id, result).catch(() => operations.delete(id));
    },
    remove(id) {
      const iterator = operations.get(id);
      operations.delete(id);
      iterator?.return?.()?.catch(() => undefined);
    },
  };
}
