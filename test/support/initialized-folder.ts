import { access, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { admin } from './accounts.ts';
import { copyCluster } from './copy-folder.ts';
import { spawnProgram } from './program.ts';

/**
 * The DATA_DIR of a service that was started once, to be copied: most of the CPU time of a first start
 * is spent on migrations and on the first account. Created by the first test that needs it.
 */
export async function findInitializedFolder(): Promise<string> {
  const folder = join(dirname(inject('clusterFolder')), 'initialized');
  const server = new URL(inject('serverUrl'));
  server.pathname = '/postgres';
  const client = new pg.Client(server.href);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(2)');
    await access(folder).catch(() => initialize(folder));
    return folder;
  } finally {
    await client.end();
  }
}

async function initialize(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  await copyCluster(inject('clusterFolder'), draft);
  const env = { DATA_DIR: draft, ADMIN_PASSWORD: admin.password, SAMPLE_QUESTIONS: 'off' };
  const service = spawnProgram(['serve'], { env: { ...env, PORT: '0', DRAIN_DELAY: '0' } });
  await service.says('Quaestor is ready.');
  await service.end();
  // Copies would contend for the port.
  await rm(join(draft, 'postgres/port'));
  await rename(draft, folder);
}
