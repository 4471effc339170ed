import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureAdmin } from '../../src/auth/accounts.ts';
import { createPasswordPolicy } from '../../src/auth/password-policy.ts';
import { createSecretBox } from '../../src/auth/secret-box.ts';
import { createSigningKeys } from '../../src/auth/signing-keys.ts';
import { openDatabase } from '../../src/db/database.ts';
import { findBinaries } from '../../src/db/embedded/binaries.ts';
import { openCluster } from '../../src/db/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { findServerUser } from '../../src/db/embedded/server-user.ts';
import { openBackend } from '../../src/jobs/queue-backend.ts';
import { createLog } from '../../src/log.ts';
import { admin } from './accounts.ts';
import { compileSources } from './compile-sources.ts';
import { copyFolder } from './copy-folder.ts';
import { findMemoryFolder } from './memory-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL for the whole run, with databases named `template` and `empty_template`. */
    serverUrl: string;
    /** The output of initdb, never started; see `copyCluster`. */
    clusterFolder: string;
  }
}

const log = createLog({ level: 'error', isPretty: false });

/** One real PostgreSQL for all test files; each copies a database of its own from a template. */
export default async function setup(project: TestProject) {
  // Analysis threads and spawned services run from the bundle.
  const bundled = promisify(execFile)(process.execPath, ['esbuild.config.js']).then(compileSources);
  const memoryFolder = await findMemoryFolder();
  // Workers inherit it, so that `tmpdir` returns it.
  if (memoryFolder) process.env.TMPDIR ??= memoryFolder;
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-test-'));
  await chmod(folder, 0o755);
  const user = findServerUser();
  const { folder: cluster } = await openCluster(folder, await findBinaries(user, folder), user);
  const clusterFolder = join(folder, 'cluster');
  await copyFolder(cluster, clusterFolder);
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log,
    database: 'template',
    // Not needed after a crash, and workers keep several apps open at a time.
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      // It would visit each of some hundred databases once a minute.
      autovacuum: 'off',
      max_connections: '400',
    },
  });
  await Promise.all([fillTemplates(server.url), bundled]);
  project.provide('serverUrl', server.url);
  project.provide('clusterFolder', clusterFolder);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Hashing a password, creating keys and BullMQ's tables once saves doing it for every test file. */
async function fillTemplates(url: string): Promise<void> {
  const { database } = await openDatabase({ url, poolSize: 2, log });
  await database.close();
  const postgres = new URL(url);
  postgres.pathname = '/postgres';
  const client = new pg.Client(postgres.href);
  await client.connect();
  await client.query('CREATE DATABASE empty_template TEMPLATE template');
  // Tests open thousands of connections; by default, deriving the key of each takes 4,096 iterations.
  await client.query('SET scram_iterations = 1');
  await client.query(`ALTER ROLE quaestor PASSWORD ${pg.escapeLiteral(postgres.password)}`);
  await client.end();
  const opened = await openDatabase({ url, poolSize: 2, log });
  // Before any time a test clock shows.
  const clock = () => new Date('2026-01-01T00:00:00Z');
  const box = createSecretBox(undefined);
  const keys = createSigningKeys({ database: opened.database, box, clock, retentionMs: 0 });
  await keys.current();
  await ensureAdmin(opened.database, createPasswordPolicy({ log }), admin, clock());
  // The hash defines the cost of checking it: low, since every other test file logs in.
  const passwordHash = await hash(admin.password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await opened.database.prisma.account.updateMany({ data: { passwordHash } });
  const queue = await openBackend({ database: opened.database, redisUrl: undefined, log });
  await queue.close();
  await opened.database.close();
}
