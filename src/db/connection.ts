import type { Socket } from 'node:net';
import pg from 'pg';
import type { Cancellation } from '../domain/cancellation.ts';

/** One connection outside the pools, for work that keeps it; not connected yet. */
export function createConnection(
  url: string,
  name: string,
  settings: pg.ClientConfig = {},
): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    ...settings,
  });
  // Reported by the next query; an error event without a listener would end the process.
  client.on('error', () => undefined);
  return client;
}

/** Rejects when the server does not answer. */
export async function ping(server: pg.Pool | pg.Client): Promise<void> {
  await server.query('SELECT 1');
}

/** The same with a callback, and in time. */
export function checkConnection(
  client: pg.ClientBase,
  timeoutMs: number | undefined,
  done: (answers: boolean) => void,
): void {
  let isDone = false;
  const finish = (answers: boolean) => {
    clearTimeout(timer);
    if (!isDone) done(answers);
    isDone = true;
  };
  const timer = setTimeout(finish, timeoutMs, false);
  client.query('SELECT 1', (error: Error | null) => finish(!error));
}

/** For the events of all changes that are made on a connection of its own. */
export async function noteTrace(client: pg.Client, trace: string): Promise<void> {
  await client.query("SELECT set_config('quaestor.trace', $1, false)", [trace]);
}

/** The id of the server process that serves a connection. */
export function processIdOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}

/** The statement was sent and nothing came back: its connection is lost without a trace. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Closes the connection when nothing was sent or received for so long. */
export function destroyUnanswered(client: pg.ClientBase, milliseconds: number): void {
  socketOf(client).setTimeout(milliseconds, () => {
    destroyConnection(client, new NoAnswerError('The database did not answer in time'));
  });
}

export function destroyConnection(client: pg.ClientBase, reason: Error): void {
  socketOf(client).destroy(reason);
}

export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/**
 * Shorter work that nobody waits for is left to end: a cancellation costs its connection, and opening
 * another one takes longer. When many clients give up at once, that would stop the service.
 */
const cancelAfterMs = 250;

/**
 * Cancels the statement of a connection with the work it is for: a server may not notice for minutes that
 * nobody waits for it any more. Returns how to end the tie.
 */
export function tieConnection(
  client: pg.ClientBase,
  cancellation: Cancellation,
  cancelStatement: (processId: number) => void,
): () => void {
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    cancelStatement(processIdOf(client));
    destroyConnection(client, cancellation.reason as Error);
  };
  const abort = () => {
    timer = setTimeout(cancel, Math.max(0, start + cancelAfterMs - performance.now())).unref();
  };
  const forget = cancellation.onCancel(abort);
  return () => {
    forget();
    clearTimeout(timer);
  };
}
