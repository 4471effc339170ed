import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { diffToSchema } from '../../prisma/schema-diff.ts';
import { prepareDatabase } from '../../src/db/database.ts';
import { DatabaseError } from '../../src/db/database-error.ts';
import { migrate, migrationsFolder, readMigrations } from '../../src/db/migrate.ts';
import { createLog } from '../../src/log.ts';

const log = createLog({ level: 'silent', isPretty: false });
const migrations = await readMigrations();
const names = migrations.map(({ name }) => name);
let url: string;

beforeEach(async () => {
  url = await createEmptyDatabase();
});

const prepare = () => prepareDatabase({ url, poolSize: 1, log });

describe('migrations', () => {
  it('apply in order, once', async () => {
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual([...names].sort());
    expect(await prepare()).toEqual(names);
    expect(await prepare()).toEqual([]);
    expect(await query('SELECT migration_name FROM _prisma_migrations ORDER BY 1')).toEqual(
      names.map((migration_name) => ({ migration_name })),
    );
  });

  it('leave a node alone that is older than they are, unless they took something away', async () => {
    await prepare();
    const later = (name: string) =>
      query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('${name}', '', '${name}', now())`,
      );
    await later('20990101000000_more');
    expect(await prepare()).toEqual([]);
    await later('20990102000000_less_contract');
    await expect(prepare()).rejects.toThrow(
      /^This version of Quaestor is too old .*20990102000000_less_contract.* Upgrade this node/,
    );
  });

  it('apply once when ten nodes start at the same time', async () => {
    const applied = await Promise.all(Array.from({ length: 10 }, prepare));
    expect(applied.flat().sort()).toEqual(names);
    expect(await query('SELECT count(*)::int FROM _prisma_migrations')).toEqual([
      { count: names.length },
    ]);
  });

  it('are kept in the table that Prisma keeps, with its checksums', async () => {
    await prepare();
    const columns = await query(
      `SELECT column_name, data_type, character_maximum_length AS length, is_nullable
       FROM information_schema.columns WHERE table_name = '_prisma_migrations'
       ORDER BY ordinal_position`,
    );
    expect(columns.map((column) => Object.values(column))).toEqual([
      ['id', 'character varying', 36, 'NO'],
      ['checksum', 'character varying', 64, 'NO'],
      ['finished_at', 'timestamp with time zone', null, 'YES'],
      ['migration_name', 'character varying', 255, 'NO'],
      ['logs', 'text', null, 'YES'],
      ['rolled_back_at', 'timestamp with time zone', null, 'YES'],
      ['started_at', 'timestamp with time zone', null, 'NO'],
      ['applied_steps_count', 'integer', null, 'NO'],
    ]);
    const rows = await query('SELECT * FROM _prisma_migrations ORDER BY migration_name');
    const folders = await readdir(migrationsFolder, { withFileTypes: true });
    expect(folders.filter((entry) => entry.isDirectory())).toHaveLength(rows.length);
    for (const row of rows) {
      const sql = await readFile(new URL(`${row.migration_name}/migration.sql`, migrationsFolder));
      expect(row.checksum).toBe(createHash('sha256').update(sql).digest('hex'));
      expect(row).toMatchObject({ applied_steps_count: 1, rolled_back_at: null, logs: null });
      expect(row.finished_at).toBeInstanceOf(Date);
    }
  });

  it('refuse one that was edited after it was applied', async () => {
    await prepare();
    await query(`UPDATE _prisma_migrations SET checksum = 'of other words'`);
    const refused = expect(prepare()).rejects;
    await refused.toBeInstanceOf(DatabaseError);
    await refused.toThrow(
      `Migration ${names[0]} was edited after it was applied to this database. Restore the file and put the change into a new migration.`,
    );
  });

  it('refuse one that another tool began and never finished', async () => {
    await prepare();
    await query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(prepare()).rejects.toThrow(
      `Migration ${names[0]} was started by another tool and not finished.`,
    );
  });

  it('undo one that fails, whole, and let the next start try again', async () => {
    await prepare();
    const add = (sql: string) => ({ name: '99999999999999_next', sql, checksum: 'sum' });
    const apply = (sql: string) =>
      withClient((client) => migrate(client, [...migrations, add(sql)]));
    await expect(apply('CREATE TABLE half (); SELECT 1 / 0')).rejects.toThrow(
      'Migration 99999999999999_next failed and was rolled back: division by zero',
    );
    expect(await query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
    expect(await apply('CREATE TABLE half ()')).toEqual(['99999999999999_next']);
    expect(await query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: 'half' }]);
  });

  it('make what schema.prisma says', async () => {
    await prepare();
    expect(await diffToSchema(url)).toBe('');
  });
});

async function createEmptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(inject('serverUrl'));
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await client.end();
  return Object.assign(new URL(inject('serverUrl')), { pathname: `/${name}` }).href;
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  return withClient(async (client) => (await client.query(sql)).rows);
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  return work(client).finally(() => client.end());
}
