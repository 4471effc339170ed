import type pg from 'pg';

/** The channel of all nodes on one database. */
const channel = 'quaestor_events';

export async function listen(client: pg.Client, receive: (message: string) => void): Promise<void> {
  client.on('notification', ({ payload }) => receive(payload ?? ''));
  await client.query(`LISTEN ${channel}`);
}

export async function notify(pool: pg.Pool, message: string): Promise<void> {
  await pool.query('SELECT pg_notify($1, $2)', [channel, message]);
}
