import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  chown,
  constants,
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
import { DatabaseError } from '../database-error.ts';
import type { Binaries } from './binaries.ts';
import { isAlive } from './is-alive.ts';
import { canEnter, type ServerUser } from './server-user.ts';
import { ensureSystemFolder } from './system-folder.ts';

/** A folder with the data, the password and the log of one PostgreSQL server. */
export interface Cluster {
  readonly folder: string;
  readonly dataFolder: string;
  readonly logFile: string;
  readonly password: string;
}

export const superuser = 'quaestor';

/** Opens the cluster of DATA_DIR; creates it on the first start. */
export async function openCluster(
  dataDir: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<Cluster> {
  const folder = await chooseFolder(await createFolder(dataDir), user);
  if (!(await exists(folder))) await createCluster(folder, binaries, user);
  return {
    folder,
    dataFolder: join(folder, 'data'),
    logFile: join(folder, 'postgres.log'),
    password: await readPassword(folder),
  };
}

async function createFolder(dataDir: string): Promise<string> {
  try {
    await createWithParents(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return dataDir;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseError(`DATA_DIR cannot be used: ${reason}. Choose another folder.`, {
      cause,
    });
  }
}

/** Node's recursive mkdir does not return where folders cannot be created, as in /proc. */
async function createWithParents(folder: string): Promise<void> {
  if (!(await exists(dirname(folder)))) await createWithParents(dirname(folder));
  await mkdir(folder, { mode: 0o755 }).catch(async (error) => {
    const exists = error.code === 'EEXIST' && (await stat(folder)).isDirectory();
    if (!exists) throw error;
  });
}

/**
 * DATA_DIR/postgres. If the server's user cannot reach it (a checkout in root's home), a system
 * folder, which a pointer file in DATA_DIR names for the next start.
 */
async function chooseFolder(dataDir: string, user: ServerUser | undefined): Promise<string> {
  const pointerFile = join(dataDir, 'postgres.location');
  const pointer = await readFile(pointerFile, 'utf8').catch(() => undefined);
  if (pointer) return pointer.trim();
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

async function createCluster(
  folder: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  // Created in a temporary folder and renamed: a killed start leaves no incomplete cluster.
  const draft = `${folder}.${process.pid}.new`;
  await removeDrafts(folder);
  await mkdir(draft, { mode: 0o700 });
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) for (const path of [draft, passwordFile]) await chown(path, user.uid, user.gid);
  await runInitdb(draft, passwordFile, binaries, user);
  await rename(draft, folder).catch(async (error) => {
    // Another process has created the cluster first.
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  });
}

/** Removes the temporary folders of killed starts, even one with this process's id. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const [, start, pid] = /^(.+)\.(\d+)\.new$/.exec(name) ?? [];
    if (start !== basename(folder)) continue;
    if (Number(pid) !== process.pid && (await isAlive(Number(pid)))) continue;
    // Its initdb may still be writing there; then a later start removes the folder.
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function runInitdb(
  draft: string,
  passwordFile: string,
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
    { stdio: ['ignore', log.fd, log.fd], cwd: draft, ...user },
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  }).finally(() => log.close());
  if (code === 0) return;
  const output = await readFile(join(draft, 'initdb.log'), 'utf8');
  await rm(draft, { recursive: true, force: true });
  throw new DatabaseError(
    `Cannot initialize the embedded PostgreSQL: ${output.trim().slice(-500)}`,
  );
}

async function readPassword(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'password'), 'utf8');
  } catch (cause) {
    throw new DatabaseError(
      `${folder} belongs to another user. Start as that user, or choose another DATA_DIR.`,
      { cause },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}
