import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A fresh, migrated database on the shared server. */
export async function createTestDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('serverUrl'));
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client(admin.href);
  await client.connect();
  // Files start at the same time, and PostgreSQL copies a database for one at a time.
  await client.query('SELECT pg_advisory_lock(1)');
  await client.query(`CREATE DATABASE ${name} TEMPLATE template`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
