import type { Cancellation } from '../domain/cancellation.ts';
import type { Database } from './database.ts';
import type { Statement } from './prepared-query.ts';

/**
 * The same database for work in the background, which has so many statements in progress at a time and
 * keeps the others to itself: the pool refuses requests when too much waits for a connection.
 */
export function limitStatements(database: Database, size: number): Database {
  const waiting: (() => void)[] = [];
  let free = size;
  const take = async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const give = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const query = async (statement: Statement, cancellation?: Cancellation) => {
    await take();
    try {
      return await database.query(statement, cancellation);
    } finally {
      give();
    }
  };
  // Not spread: the URL may change.
  return Object.create(database, { query: { value: query } });
}
