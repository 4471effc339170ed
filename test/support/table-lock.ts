import pg from 'pg';
import { closeAfterFile } from './close-after-file.ts';

export interface TableLock {
  /** Statements of the service that run now, as the server sees them. */
  countStatements(): Promise<number>;
  release(): Promise<void>;
}

/** Locks a table from outside, so that every statement on it waits. */
export async function lockTable(databaseUrl: string, table: string): Promise<TableLock> {
  const [holder, observer] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  for (const client of [holder, observer]) {
    await client.connect();
    closeAfterFile(() => client.end());
  }
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return {
    async countStatements() {
      const { rows } = await observer.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND application_name IN ('quaestor', 'quaestor import')
           AND state = 'active'`,
      );
      return rows[0]?.count ?? 0;
    },
    release: async () => void (await holder.query('ROLLBACK')),
  };
}
