import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createLog } from '../../src/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL for the whole run, with a migrated database named `template`. */
    serverUrl: string;
  }
}

/** One real PostgreSQL for all test files; each takes a database of its own, copied from the template. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-test-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: createLog({ level: 'error', isPretty: false }),
    database: 'template',
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  const client = new pg.Client(server.url);
  await client.connect();
  await migrate(client, await readMigrations());
  await client.end();
  project.provide('serverUrl', server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
