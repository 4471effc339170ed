import pg from 'pg';

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
