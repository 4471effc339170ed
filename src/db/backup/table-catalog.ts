import pg from 'pg';
import type { Migration } from '../migrate.ts';

export interface Table {
  readonly name: string;
  /** Those that are stored: PostgreSQL computes the others. */
  readonly columns: readonly string[];
  /** About as many as its rows have. */
  readonly bytes: number;
}

export interface Sequence {
  readonly name: string;
  readonly value: string;
  readonly is_called: boolean;
}

interface TableRow extends Table {
  readonly parents: readonly string[];
}

const created = (kind: string) => new RegExp(`^CREATE ${kind} "(\\w+)"`, 'gm');

/** The tables that migrations create: what else a schema holds is not the service's. */
export function tablesOf(migrations: readonly Migration[]): Set<string> {
  return namesIn(migrations, 'TABLE');
}

/** The tables of the service, each after those that its foreign keys name. */
export async function listTables(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<Table[]> {
  const { rows } = await client.query<TableRow>(
    `SELECT class.relname AS name, pg_table_size(class.oid)::float8 AS bytes,
       ARRAY(SELECT attname::text FROM pg_attribute
         WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         ORDER BY attnum) AS columns,
       ARRAY(SELECT parent.relname::text FROM pg_constraint
         JOIN pg_class AS parent ON parent.oid = confrelid
         WHERE conrelid = class.oid AND contype = 'f' AND confrelid <> conrelid) AS parents
     FROM pg_class AS class
     WHERE class.relkind = 'r' AND class.relnamespace = current_schema()::regnamespace
       AND class.relname = ANY($1) ORDER BY class.relname`,
    [[...tablesOf(migrations)]],
  );
  return parentsFirst(rows);
}

/** Their values are not part of a snapshot: read after it was taken, none is behind a row. */
export async function readSequences(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT class.relname AS name FROM pg_class AS class
     LEFT JOIN pg_depend ON pg_depend.objid = class.oid AND pg_depend.deptype = 'a'
     LEFT JOIN pg_class AS owner ON owner.oid = pg_depend.refobjid
     WHERE class.relkind = 'S' AND class.relnamespace = current_schema()::regnamespace
       AND (owner.relname = ANY($1) OR class.relname = ANY($2)) ORDER BY 1`,
    [[...tablesOf(migrations)], [...namesIn(migrations, 'SEQUENCE')]],
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const found = await client.query<Sequence>(
      `SELECT $1::text AS name, last_value::text AS value, is_called FROM ${pg.escapeIdentifier(name)}`,
      [name],
    );
    sequences.push(...found.rows);
  }
  return sequences;
}

function namesIn(migrations: readonly Migration[], kind: string): Set<string> {
  return new Set(
    migrations.flatMap(({ sql }) => [...sql.matchAll(created(kind))].map(([, name = '']) => name)),
  );
}

function parentsFirst(rows: readonly TableRow[]): Table[] {
  const ordered = new Map<string, Table>();
  const place = ({ parents, ...table }: TableRow) => {
    if (ordered.has(table.name)) return;
    for (const row of rows) if (parents.includes(row.name)) place(row);
    ordered.set(table.name, table);
  };
  for (const row of rows) place(row);
  return [...ordered.values()];
}
