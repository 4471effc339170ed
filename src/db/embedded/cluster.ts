import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, reasonOf } from '../database-error.ts';
import type { Binaries } from './binaries.ts';
import { ensureDataDir } from './data-dir.ts';
import { createFolderLock, type FolderLock, type HeldLock } from './folder-lock.ts';
import { canEnter, type ServerUser } from './server-user.ts';
import { explainCreation } from './start-failure.ts';
import { ensureSystemFolder } from './system-folder.ts';

/** A folder with the data, the password and the log of one PostgreSQL server. */
export interface Cluster {
  readonly folder: string;
  readonly dataFolder: string;
  readonly logFile: string;
  readonly passwordFile: string;
  readonly password: string;
}

export const superuser = 'quaestor';
const createTimeoutMs = 120_000;

/** Opens the cluster of DATA_DIR; creates it on the first start. */
export async function openCluster(
  dataDir: string,
  binaries: Binaries,
  user: ServerUser | undefined,
  lock: FolderLock = createFolderLock(dataDir),
): Promise<Cluster> {
  const folder = await chooseFolder(await ensureDataDir(dataDir), user);
  await ensureCluster(folder, lock, binaries, user);
  const passwordFile = join(folder, 'password');
  return {
    folder,
    dataFolder: join(folder, 'data'),
    logFile: join(folder, 'postgres.log'),
    passwordFile,
    password: await readPassword(folder, passwordFile),
  };
}

/**
 * DATA_DIR/postgres. If the server's user cannot reach it (a checkout in root's home), a system
 * folder, which a pointer file in DATA_DIR names for the next start.
 */
async function chooseFolder(dataDir: string, user: ServerUser | undefined): Promise<string> {
  const pointerFile = join(dataDir, 'postgres.location');
  const pointer = await readFile(pointerFile, 'utf8').catch(() => '');
  if (pointer.trim()) return pointer.trim();
  const standard = join(dataDir, 'postgres');
  if ((await exists(standard)) || canEnter(dataDir, user)) return standard;
  const name = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 16);
  const folder = join(await ensureSystemFolder(), `data-${name}`);
  await writeFile(pointerFile, `${folder}\n`);
  return folder;
}

/** Creates the cluster under the lock, or waits for the process that does. */
async function ensureCluster(
  folder: string,
  lock: FolderLock,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  const deadline = Date.now() + createTimeoutMs;
  while (!(await exists(folder))) {
    const held = await lock.tryAcquire();
    if (held) {
      const create = async () => {
        if (!(await exists(folder))) await createCluster(folder, held, binaries, user);
      };
      await create().finally(() => held.release());
    } else if (Date.now() > deadline) {
      throw new DatabaseError(
        `Another process has been creating ${folder} for ${createTimeoutMs / 1000} s. End it, then start again.`,
      );
    } else {
      await sleep(20 + Math.random() * 20);
    }
  }
}

async function createCluster(
  folder: string,
  held: HeldLock,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  // Created in a temporary folder and renamed: a killed start leaves no incomplete cluster.
  const draft = `${folder}.${randomUUID()}.new`;
  if (held.fd !== undefined) await removeDrafts(folder);
  await mkdir(draft, { mode: 0o700 });
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) for (const path of [draft, passwordFile]) await chown(path, user.uid, user.gid);
  await runInitdb(draft, passwordFile, held, binaries, user);
  await rename(draft, folder).catch(async (error) => {
    // Another process has created the cluster first.
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  });
}

/** Removes the temporary folders of killed starts; the initdb of a live one would hold the lock. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const [, start] = /^(.+)\.[\w-]+\.new$/.exec(name) ?? [];
    if (start !== basename(folder)) continue;
    await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

async function runInitdb(
  draft: string,
  passwordFile: string,
  held: HeldLock,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  const log = await open(join(draft, 'initdb.log'), 'a');
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${join(draft, 'data')}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    {
      stdio: ['ignore', log.fd, log.fd, held.fd ?? 'ignore'],
      cwd: draft,
      timeout: createTimeoutMs,
      ...user,
    },
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  }).finally(() => log.close());
  if (code === 0) return;
  const output = await readFile(join(draft, 'initdb.log'), 'utf8');
  // Before the folder is removed, which frees space.
  const failure = await explainCreation(dirname(draft), output);
  await rm(draft, { recursive: true, force: true });
  throw failure;
}

async function readPassword(folder: string, file: string): Promise<string> {
  const password = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new DatabaseError(describePasswordError(folder, file, cause), { cause });
  });
  if (password.trim()) return password.trim();
  throw new DatabaseError(`${file} is empty. Restore it from a backup of DATA_DIR.`);
}

function describePasswordError(folder: string, file: string, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return `${folder} belongs to another user. Start as that user, or choose another DATA_DIR.`;
    case 'ENOENT':
      return `${file} is missing: the password of the embedded PostgreSQL. Restore it from a backup of DATA_DIR.`;
    case 'ENOTDIR':
      return `${folder} is not a folder. Move that file away, or choose another DATA_DIR.`;
    default:
      return `${file} cannot be read: ${reasonOf(error)}. Restore it from a backup of DATA_DIR.`;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}
