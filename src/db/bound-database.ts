import type pg from 'pg';
import type { Cancellation } from '../domain/cancellation.ts';
import type { Database, LentDatabase } from './database.ts';
import type { PrismaClient } from './generated/prisma/client.ts';
import type { CheckedPool, Deadlines } from './pool.ts';
import type { Statement } from './prepared-query.ts';

/** The same database, whose statements end with the work; those of Prisma by `cancelStatementsWith`. */
export function boundTo(database: Database, cancellation: Cancellation): Database {
  return new BoundDatabase(database, cancellation);
}

/** One for each request: a class, since copying all properties takes as long as preparing a statement. */
class BoundDatabase implements Database {
  readonly #database: Database;
  readonly #cancellation: Cancellation;
  readonly pool: CheckedPool;
  readonly deadlines: Deadlines | undefined;

  constructor(database: Database, cancellation: Cancellation) {
    this.#database = database;
    this.#cancellation = cancellation;
    this.pool = database.pool;
    this.deadlines = database.deadlines;
  }

  get prisma(): PrismaClient {
    return this.#database.prisma;
  }

  get url(): string {
    return this.#database.url;
  }

  query<Row extends pg.QueryResultRow>(
    statement: Statement,
    cancellation = this.#cancellation,
  ): Promise<Row[]> {
    return this.#database.query<Row>(statement, cancellation);
  }

  queryInTransaction<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
    return this.#database.queryInTransaction<Row>(statement, this.#cancellation);
  }

  queryAndRollBack<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
    return this.#database.queryAndRollBack<Row>(statement, this.#cancellation);
  }

  openConnection(name: string): Promise<pg.Client> {
    return this.#database.openConnection(name, this.#cancellation);
  }

  lendToThread(): LentDatabase {
    return this.#database.lendToThread(this.#cancellation);
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
