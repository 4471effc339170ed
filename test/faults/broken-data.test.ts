import {
  appendFile,
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLog, rotateLog } from '../../src/db/embedded/log-file.ts';
import { findPostgres } from '../support/postgres.ts';
import { createLocalServices } from '../support/service.ts';

const { makeDataDir, run } = createLocalServices();

const remove = (path: string) => rm(path, { recursive: true });
const replaceByFile = (path: string) => remove(path).then(() => writeFile(path, 'a file\n'));
const replaceByFolder = (path: string) => rm(path, { force: true }).then(() => mkdir(path));

/** As root, under which the tests may run; else it is closed by its mode. */
const chownToRoot = (path: string) => chown(path, process.getuid?.() ?? 0, process.getgid?.() ?? 0);

interface Case {
  readonly what: string;
  readonly path: string;
  readonly break: (path: string) => Promise<unknown>;
  readonly says: RegExp;
}

const cases: readonly Case[] = [
  {
    what: 'the password file is missing',
    path: 'postgres/password',
    break: remove,
    says: /password is missing: .+ Restore it from a backup/,
  },
  {
    what: 'the password file is empty',
    path: 'postgres/password',
    break: (path) => writeFile(path, '\n'),
    says: /password is empty\. Restore it/,
  },
  {
    what: 'the password file has another password',
    path: 'postgres/password',
    break: (path) => writeFile(path, 'not/the @password:'),
    says: /The password in .+ is not the password of this PostgreSQL\. Restore/,
  },
  {
    what: 'the password file is a folder',
    path: 'postgres/password',
    break: replaceByFolder,
    says: /password cannot be read: EISDIR.+ Restore it/,
  },
  {
    what: 'DATA_DIR is a file',
    path: '.',
    break: replaceByFile,
    says: /^DATA_DIR cannot be used: EEXIST.+ Choose another folder\.$/,
  },
  {
    what: 'the folder of PostgreSQL is a file',
    path: 'postgres',
    break: replaceByFile,
    says: /postgres is not a folder\. Move that file away/,
  },
  {
    what: 'the data folder is missing',
    path: 'postgres/data',
    break: remove,
    says: /cannot start: .+ restore DATA_DIR from a backup\.$/,
  },
  {
    what: 'the data folder is a file',
    path: 'postgres/data',
    break: replaceByFile,
    says: /cannot start: .+ restore DATA_DIR from a backup\.$/,
  },
  {
    what: 'pg_wal is missing',
    path: 'postgres/data/pg_wal',
    break: remove,
    says: /cannot start: .*pg_wal.+ restore DATA_DIR from a backup\.$/,
  },
  {
    what: 'pg_wal is empty',
    path: 'postgres/data/pg_wal',
    break: async (path) => {
      for (const name of await readdir(path)) await remove(join(path, name));
    },
    says: /cannot start: .+ restore DATA_DIR from a backup\.$/,
  },
  {
    what: 'the server may not write to pg_wal',
    path: 'postgres/data/pg_wal',
    break: (path) => chmod(path, 0).then(() => chownToRoot(path)),
    says: /cannot start: .+ Give the user of PostgreSQL access to everything in /,
  },
  {
    what: 'pg_control is missing',
    path: 'postgres/data/global/pg_control',
    break: remove,
    says: /cannot start: .+ restore DATA_DIR from a backup\.$/,
  },
  {
    what: 'the data is of another PostgreSQL',
    path: 'postgres/data/PG_VERSION',
    break: (path) => writeFile(path, '17\n'),
    says: /is of PostgreSQL 17, and this release brings 1\d[.\d]*\. With .+ `quaestor backup FILE`\. With .+ `quaestor restore FILE`\.$/,
  },
  {
    what: 'the log is a folder',
    path: 'postgres/postgres.log',
    break: replaceByFolder,
    says: /cannot be used: EISDIR.+postgres\.log.+ Check its files/,
  },
  {
    what: 'the data key is a folder',
    path: 'data.key',
    break: replaceByFolder,
    says: /data\.key cannot be read: EISDIR.+ Restore it/,
  },
  {
    what: 'the lock is a file',
    path: 'postgres.lock',
    break: (path) => writeFile(path, ''),
    says: /cannot be used: ENOTDIR.+postgres\.lock.+ Check its files/,
  },
];

describe('a start says the cause and the remedy in a sentence', () => {
  it.each(cases)('when $what', async ({ path, break: damage, says }) => {
    const DATA_DIR = await makeDataDir();
    await damage(join(DATA_DIR, path));
    const { code, stdout, stderr } = await run(['migrate'], { DATA_DIR });
    // After the log lines of what worked.
    const lines = stderr.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([expect.stringMatching(says)]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });
});

describe('the log of PostgreSQL', () => {
  it('is moved to a second file and emptied past its limit, while the server has it open', async () => {
    const file = join(dirname(await makeDataDir({ state: 'empty' })), 'postgres.log');
    await appendFile(file, 'first\n'.repeat(10));
    await rotateLog(file, 100);
    expect((await stat(file)).size).toBe(60);
    await rotateLog(file, 50);
    expect((await stat(file)).size).toBe(0);
    expect(await readFile(`${file}.1`, 'utf8')).toBe('first\n'.repeat(10));
    await appendFile(file, 'second\n');
    expect(await readLog(file, 60)).toBe('second\n');
    expect(await readLog(file, 3)).toBe('ond\n');
  });
});
