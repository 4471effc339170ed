/** `npm run migrate:new -- <name>`: writes a migration from the current migrations to schema.prisma. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { migrate, migrationsFolder, readMigrations } from '../src/db/migrate.ts';
import { createLog } from '../src/log.ts';
import { diffToSchema } from './schema-diff.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run migrate:new -- <name>   (lower case, digits and underscores)');
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'quaestor-migration-'));
// When started as root, the server runs as another user, who needs access.
await chmod(folder, 0o755);
const server = await startEmbeddedPostgres({
  dataDir: folder,
  log: createLog({ level: 'warn', isPretty: true }),
  settings: { fsync: 'off' },
});
try {
  const client = new pg.Client(server.url);
  await client.connect();
  await migrate(client, await readMigrations());
  await client.end();
  const sql = await diffToSchema(server.url);
  if (sql === '') {
    console.log('The migrations already match schema.prisma; nothing was written.');
  } else {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const target = new URL(`${stamp}_${name}/`, migrationsFolder);
    await mkdir(target, { recursive: true });
    await writeFile(new URL('migration.sql', target), `${sql}\n`);
    console.log(
      `Wrote prisma/migrations/${stamp}_${name}/migration.sql. Read it before you commit it.`,
    );
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
