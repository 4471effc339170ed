import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

/**
 * Prisma's adapter for the schema engine, which reads the PostgreSQL catalog. Some catalog columns have
 * the type "char", which the adapter rejects and the engine requires: they pass the adapter as text and
 * get their type back afterwards.
 */
export function createCatalogAdapter(pool: pg.Pool) {
  const charColumns = new Set<string>();
  passCharsAsText(pool, charColumns);
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type, index) =>
        charColumns.has(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  };
  return bindMigrationAwareSqlAdapterFactory(factory as SqlMigrationAwareDriverAdapterFactory);
}

function passCharsAsText(pool: pg.Pool, charColumns: Set<string>): void {
  const query = pool.query.bind(pool) as (query: unknown) => Promise<pg.QueryResult>;
  const { CHAR, TEXT } = pg.types.builtins;
  const patched = async (statement: unknown) => {
    const result = await query(statement);
    for (const field of result.fields.filter(({ dataTypeID }) => dataTypeID === CHAR)) {
      charColumns.add(field.name);
      field.dataTypeID = TEXT;
    }
    return result;
  };
  pool.query = patched as typeof pool.query;
}
