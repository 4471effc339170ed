import pg from 'pg';

const id = '00000000-0000-7000-8000-000000000001';

/** A value of each type that follows all rules; the id is the same everywhere, so that foreign keys hold. */
const values: Readonly<Record<string, string>> = {
  uuid: id,
  text: 'Tab\t, line\n, \\N, \\. and "quotes" of every kind: é 日本 🎲',
  'character varying': 'key',
  integer: '1',
  smallint: '1',
  bigint: '1',
  boolean: 'true',
  json: '{"a":  1}',
  jsonb: '{"a": "\\\\."}',
  bytea: '\\x00ff',
  'double precision': '0.1',
  // A running service deletes what has expired.
  'timestamp with time zone': '2126-01-02T03:04:05.678Z',
};

/** Where another value is needed. */
const exceptions: Readonly<Record<string, string>> = {
  'questions.category': 'Science',
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** A row in every table that has none yet; what triggers write stays. */
export async function fillTables(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<Column>(
      `SELECT table_name AS table, column_name AS column, data_type AS type
       FROM information_schema.columns
       WHERE table_schema = 'public' AND is_generated = 'NEVER' AND table_name <> '_prisma_migrations'
         AND column_name NOT IN ('xid', 'snapshot', 'pruned')
       ORDER BY table_name, ordinal_position`,
    );
    // There is one already.
    await client.query('UPDATE accounts SET id = $1, password_expires_at = $2', [
      id,
      values['timestamp with time zone'],
    ]);
    // Its triggers fill others.
    await insertRow(
      client,
      'questions',
      rows.filter(({ table }) => table === 'questions'),
    );
    await client.query('SELECT sequence_events()');
    let left = [...new Set(rows.map(({ table }) => table))];
    // Tables whose foreign keys name others come after them, in a later round.
    while (left.length > 0) {
      const failed: string[] = [];
      let reason: unknown;
      for (const table of left) {
        const columns = rows.filter((row) => row.table === table);
        await insertRow(client, table, columns).catch((error) => {
          failed.push(table);
          reason = error;
        });
      }
      if (failed.length === left.length) throw reason;
      left = failed;
    }
  });
}

async function insertRow(client: pg.Client, table: string, columns: Column[]): Promise<void> {
  const { rowCount } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`);
  if (rowCount) return;
  const names = columns.map(({ column }) => `"${column}"`);
  const row = columns.map(({ column, type }) =>
    type === 'ARRAY' ? '{}' : (exceptions[`${table}.${column}`] ?? values[type]),
  );
  const places = row.map((_, at) => `$${at + 1}`);
  await client.query(`INSERT INTO ${table} (${names}) VALUES (${places})`, row);
}

export async function tableNames(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  });
}

/** All rows of all tables, generated columns included, in one order. */
export async function readTables(url: string): Promise<Record<string, Record<string, unknown>[]>> {
  const names = await tableNames(url);
  return withClient(url, async (client) => {
    const tables: Record<string, Record<string, unknown>[]> = {};
    for (const name of names) {
      const { rows } = await client.query(
        `SELECT to_jsonb(t) AS row FROM ${name} AS t ORDER BY t::text`,
      );
      tables[name] = rows.map(({ row }) => row);
    }
    return tables;
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
