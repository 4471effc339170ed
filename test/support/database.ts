import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of the shared server with the admin account and signing keys. */
export function createTestDatabase(): Promise<string> {
  return copyDatabase('template');
}

/** A migrated database without rows. */
export function createEmptyDatabase(): Promise<string> {
  return copyDatabase('empty_template');
}

/** A database without tables. */
export function createBareDatabase(): Promise<string> {
  return copyDatabase('template0');
}

async function copyDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('serverUrl'));
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client(admin.href);
  await client.connect();
  // Files start in parallel, but PostgreSQL copies a template for one at a time.
  await client.query('SELECT pg_advisory_lock(1)');
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
