import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import type { HeldLock } from './folder-lock.ts';
import { isAlive, isPidInUse } from './is-alive.ts';
import { rotateLog } from './log-file.ts';
import type { ServerUser } from './server-user.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

type DataFolder = Pick<Cluster, 'dataFolder'>;

/** The immediate shutdown kills child processes itself after five seconds. */
const stopSteps = [
  ['SIGINT', 8000],
  ['SIGQUIT', 6000],
] as const;

/** The server running on this cluster, according to PostgreSQL's pid file. */
export async function findPostmaster(cluster: DataFolder): Promise<Postmaster | undefined> {
  const lines = (await readPidFile(cluster)).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid && port && (await isServerOf(cluster, pid)) ? { pid, port } : undefined;
}

/**
 * PostgreSQL replaces a stale pid file unless another process, or the zombie of the old server, has
 * its id. Only for the holder of the lock: the id may be that of a server in another container,
 * which shuts down when its file is removed.
 */
async function removeStalePidFile(cluster: Cluster): Promise<void> {
  const text = await readPidFile(cluster);
  const pid = Number(text.split('\n')[0]);
  if (!pid || !isPidInUse(pid) || (await isServerOf(cluster, pid))) return;
  // Read again because, without a lock, another start may have replaced it meanwhile.
  if ((await readPidFile(cluster)) === text) await rm(pidFileOf(cluster), { force: true });
}

export interface LaunchOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** The lock on DATA_DIR, which the server inherits. */
  readonly held: HeldLock;
  /** The previous start failed, perhaps because the port is in use. */
  readonly isRetry: boolean;
}

/** Starts the server in its own process group, so that Ctrl-C does not stop it before requests are drained. */
export async function launchPostmaster(options: LaunchOptions): Promise<ChildProcess> {
  const { cluster, binaries, user, held, isRetry } = options;
  await removeStalePidFile(cluster);
  await rotateLog(cluster.logFile);
  const port = await choosePort(cluster, isRetry);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...options.settings,
  };
  const log = await open(cluster.logFile, 'a');
  try {
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(
      binaries.postgres,
      ['-D', cluster.dataFolder, '-p', String(port), ...flags],
      {
        detached: true,
        stdio: ['ignore', log.fd, log.fd, held.fd ?? 'ignore'],
        cwd: cluster.folder,
        ...user,
      },
    );
    // The caller checks the exit code, which also shows that the program could not be started.
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/**
 * Stops the server: first the fast shutdown, which rolls back open transactions and writes a
 * checkpoint; then the immediate one, after which the next start recovers. False when it is still
 * running.
 */
export async function stopPostmaster(pid: number): Promise<boolean> {
  for (const [signal, waitMs] of stopSteps) {
    if (!isPidInUse(pid)) return true;
    process.kill(pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!(await isAlive(pid))) return true;
      await sleep(20);
    }
  }
  return false;
}

function pidFileOf(cluster: DataFolder): string {
  return join(cluster.dataFolder, 'postmaster.pid');
}

async function readPidFile(cluster: DataFolder): Promise<string> {
  return readFile(pidFileOf(cluster), 'utf8').catch(() => '');
}

async function isServerOf(cluster: DataFolder, pid: number): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  // The working directory of the postmaster is its data folder.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (folder !== undefined) return folder === (await realpath(cluster.dataFolder));
  // For a process of another user only its owner is visible; the server runs as the owner of the data.
  const owner = await stat(`/proc/${pid}`).catch(() => undefined);
  return owner === undefined || owner.uid === (await stat(cluster.dataFolder)).uid;
}

/**
 * The previous port, so that clients find a restarted server. Processes that start at the same time
 * must agree on it, so it is probed only after a start has failed.
 */
async function choosePort(cluster: Cluster, isRetry: boolean): Promise<number> {
  const file = join(cluster.folder, 'port');
  const last = await readPort(file);
  if (last && (!isRetry || (await probe(last)))) return last;
  const port = await probe(0);
  if (port === undefined) throw new Error('Found no free port on 127.0.0.1.');
  if (last) await writeFile(file, String(port));
  else await writeFile(file, String(port), { flag: 'wx' }).catch(() => undefined);
  return (await readPort(file)) || port;
}

async function readPort(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8').catch(() => '0'));
}

function probe(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
