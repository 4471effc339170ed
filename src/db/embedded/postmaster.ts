import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import type { ServerUser } from './server-user.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** The server that runs on this cluster, by PostgreSQL's own pid file; undefined when there is none. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const pidFile = join(cluster.dataFolder, 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!pid || !port) return undefined;
  if (await isServerOf(cluster, pid)) return { pid, port };
  // Left by a machine that went down. PostgreSQL removes it too, but not when an unrelated
  // process of the same user has the number by now.
  await rm(pidFile, { force: true });
  return undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Starts the server in a process group of its own, so that Ctrl-C reaches us alone and we can drain first. */
export async function launchPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  user: ServerUser | undefined,
  options: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const port = await choosePort(cluster);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...options,
  };
  const log = await open(cluster.logFile, 'a');
  try {
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(
      binaries.postgres,
      ['-D', cluster.dataFolder, '-p', String(port), ...flags],
      { detached: true, stdio: ['ignore', log.fd, log.fd], cwd: cluster.folder, ...user },
    );
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** The last lines of the server's log, for the sentence that says why it does not start. */
export async function readLogTail(cluster: Cluster): Promise<string> {
  const log = await readFile(cluster.logFile, 'utf8').catch(() => '');
  return log.trim().split('\n').slice(-3).join(' ');
}

async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  // The postmaster works in its data folder; Linux shows where a process works.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined || folder === (await realpath(cluster.dataFolder));
}

/** The port of last time when it is free, so that users of a restarted server find it again. */
async function choosePort(cluster: Cluster): Promise<number> {
  const file = join(cluster.folder, 'port');
  const last = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = (await probe(last)) ?? (await probe(0));
  if (port === undefined) throw new Error('No free port could be found on 127.0.0.1.');
  if (port !== last) await writeFile(file, String(port));
  return port;
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
