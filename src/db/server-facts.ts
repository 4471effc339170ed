import pg from 'pg';

/** What an operator has to know about a PostgreSQL server. */
export interface ServerFacts {
  readonly version: string;
  readonly number: number;
  readonly now: Date;
  /** How many connections the server allows, and how many there are. */
  readonly connections: number;
  readonly used: number;
  readonly canCreate: boolean;
  readonly isReplica: boolean;
  /** The names of the migrations; undefined before the first. */
  readonly applied: readonly string[] | undefined;
}

const timeoutMs = 5000;

/** Reads only, on a connection of its own. */
export async function readServerFacts(url: string): Promise<ServerFacts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Omit<ServerFacts, 'applied'>>(`
      SELECT current_setting('server_version') AS version,
        current_setting('server_version_num')::int AS number,
        clock_timestamp() AS now,
        current_setting('max_connections')::int AS connections,
        (SELECT count(*)::int FROM pg_stat_activity) AS used,
        has_schema_privilege('public', 'CREATE') AS "canCreate",
        pg_is_in_recovery() AS "isReplica"`);
    const [facts] = rows;
    if (!facts) throw new Error('the server gave no answer');
    const applied = await client
      .query<{ name: string }>('SELECT migration_name AS name FROM "_prisma_migrations"')
      .then(({ rows: names }) => names.map(({ name }) => name))
      .catch(() => undefined);
    return { ...facts, applied };
  } finally {
    await client.end().catch(() => undefined);
  }
}
