import type { Socket } from 'node:net';
import pg from 'pg';

const connectTimeoutMs = 5000;

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
    connectionTimeoutMillis: connectTimeoutMs,
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

/** For the events of all changes that are made on a connection of its own. */
export async function noteTrace(client: pg.Client, trace: string): Promise<void> {
  await client.query("SELECT set_config('quaestor.trace', $1, false)", [trace]);
}

/** The id of the server process that serves a connection. */
export function processIdOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}

export function destroyConnection(client: pg.ClientBase, reason: Error): void {
  socketOf(client).destroy(reason);
}

export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
