import { onOff, optionalSetting, postgresUrl, setting } from './setting-schemas.ts';

/** Which PostgreSQL to use instead of the embedded one, and how to reach it. */
export const databaseSettings = {
  DATABASE_URL: optionalSetting(
    'PostgreSQL (14 or newer) to use instead of the embedded one.',
    postgresUrl,
  ),
  DATABASE_DIRECT_URL: optionalSetting(
    'The same database past a pooler in transaction mode at DATABASE_URL: for migrations, LISTEN, the queue and jobs.',
    postgresUrl,
  ),
  DATABASE_REPLICA_URL: optionalSetting(
    'A streaming replica of the database, for lists (at most a second old) and analyses.',
    postgresUrl,
  ),
  NAMED_STATEMENTS: setting(
    'on',
    'Prepare SQL statements under names; off for a pooler that does not know them (PgBouncer before 1.21).',
    onOff,
  ),
};
