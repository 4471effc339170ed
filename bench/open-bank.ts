import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareDatabase } from '../src/db/database.ts';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { createLog } from '../src/log.ts';
import { loadQuestions } from './load-questions.ts';
import { type BenchQuestion, generateQuestions } from './question-data.ts';

export interface Bank {
  readonly url: string;
  close(): Promise<void>;
}

/** Where the questions of a bank come from, and the files that decide what they are. */
export interface BankSource {
  readonly files: readonly string[];
  read(count: number): AsyncIterable<BenchQuestion> | Iterable<BenchQuestion>;
}

const generated: BankSource = { files: ['bench/question-data.ts'], read: generateQuestions };

const log = createLog({ level: 'warn', isPretty: true });
const copy = promisify(execFile);

/**
 * An own PostgreSQL with so many questions. Loading takes most of a minute, so that the loaded data is
 * kept in the folder for temporary files and each run works on a copy, until a migration changes.
 */
export async function openBank(count: number, source = generated): Promise<Bank> {
  const loaded = join(tmpdir(), `quaestor-bench-bank-${await fingerprint(count, source)}`);
  if (!existsSync(loaded)) await load(loaded, count, source);
  const folder = await createFolder();
  await copy('cp', ['-a', join(loaded, 'postgres'), folder]);
  const server = await startServer(folder);
  return {
    url: server.url,
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function load(target: string, count: number, source: BankSource): Promise<void> {
  const folder = await createFolder();
  try {
    const server = await startServer(folder);
    try {
      await prepareDatabase({ url: server.url, poolSize: 1, log });
      await loadQuestions(server.url, source.read(count), count);
    } finally {
      await server.stop();
    }
    await rename(folder, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function startServer(dataDir: string) {
  return startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Of everything the loaded data depends on. */
async function fingerprint(count: number, source: BankSource): Promise<string> {
  const root = new URL('../', import.meta.url);
  const names = await readdir(new URL('prisma/migrations', root));
  const files = [
    ...names
      .filter((name) => /^\d/.test(name))
      .map((name) => `prisma/migrations/${name}/migration.sql`),
    'bench/load-questions.ts',
    ...source.files,
  ];
  const hash = createHash('sha256').update(String(count));
  for (const file of files.sort()) hash.update(await readFile(new URL(file, root)));
  return hash.digest('hex').slice(0, 16);
}
