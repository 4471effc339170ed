import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../../log.ts';
import { DatabaseError } from '../database-error.ts';

/**
 * A lock on DATA_DIR that also holds between containers, whose process ids mean nothing to each
 * other. An entry is a FIFO that its owner has open for reading: opening it for writing fails once no
 * process of this machine does, in whatever namespace. Child processes inherit the open file, so the
 * lock of a start lasts as long as its PostgreSQL, even when the service is killed.
 */
export interface FolderLock {
  /** Undefined while another process holds it; an error when that is a process of another container. */
  tryAcquire(): Promise<HeldLock | undefined>;
  /** Removes the entries of processes that have ended. */
  clean(): Promise<void>;
}

export interface HeldLock {
  /** For child processes to inherit; undefined where FIFOs are not supported. */
  readonly fd: number | undefined;
  release(): Promise<void>;
  /** Leaves the lock to the child processes that have inherited it. */
  handOver(): Promise<void>;
}

/** Contenders that saw each other withdraw within milliseconds; only an owner stays this long. */
const maxForeignMs = 2000;
const maxDraftAgeMs = 60_000;
const mkfifoTimeoutMs = 10_000;
const run = promisify(execFile);

export function createFolderLock(dataDir: string, log?: Log): FolderLock {
  const folder = join(dataDir, 'postgres.lock');
  let foreignSince: number | undefined;

  /** The namespaces of those that hold the lock or contend for it. */
  async function findOwners(namespace: string, own?: string): Promise<('foreign' | 'local')[]> {
    const owners: ('foreign' | 'local')[] = [];
    for (const name of await listEntries(folder)) {
      const path = join(folder, name);
      if (name === own || name.endsWith('.new')) continue;
      // Nobody opens an entry again, so it may be removed for good.
      if (!(await isOpen(path))) await rm(path, { force: true });
      else owners.push(name.startsWith(`${namespace}.`) ? 'local' : 'foreign');
    }
    return owners;
  }

  function isFree(owners: readonly string[]): boolean {
    if (!owners.includes('foreign')) foreignSince = undefined;
    else foreignSince ??= Date.now();
    if (foreignSince !== undefined && Date.now() - foreignSince > maxForeignMs) {
      foreignSince = undefined;
      throw new DatabaseError(
        `DATA_DIR ${dataDir} is in use by another container, whose PostgreSQL is running. Stop that container, choose another DATA_DIR, or set DATABASE_URL so that both use one PostgreSQL.`,
      );
    }
    return owners.length === 0;
  }

  return {
    async tryAcquire() {
      const namespace = await readNamespace();
      await mkdir(folder, { mode: 0o700 }).catch(ignore('EEXIST'));
      if (!isFree(await findOwners(namespace))) return undefined;
      const name = `${namespace}.${randomUUID()}`;
      const handle = await publish(folder, name);
      if (!handle) {
        // Elsewhere there are no containers that share a file system and not the process ids.
        if (process.platform === 'linux') {
          log?.warn({ folder }, 'Cannot lock DATA_DIR; do not start a second container on it');
        }
        return { fd: undefined, release: async () => {}, handOver: async () => {} };
      }
      const release = async () => {
        await rm(join(folder, name), { force: true });
        await handle.close();
      };
      try {
        // Looked for after publishing: of two that start at once, at least one sees the other.
        if (isFree(await findOwners(namespace, name))) {
          await removeDrafts(folder);
          return { fd: handle.fd, release, handOver: () => handle.close() };
        }
      } catch (error) {
        await release();
        throw error;
      }
      await release();
      return undefined;
    },
    async clean() {
      await findOwners('').catch(() => []);
    },
  };
}

/** An entry that is open before it is visible; undefined where FIFOs are not supported. */
async function publish(folder: string, name: string): Promise<FileHandle | undefined> {
  const draft = join(folder, `${name}.new`);
  try {
    await run('mkfifo', ['-m', '600', draft], { timeout: mkfifoTimeoutMs });
  } catch {
    // Fails when the reason is the folder itself, such as a full disk.
    await writeFile(draft, '\n');
    await rm(draft);
    return undefined;
  }
  const handle = await open(draft, constants.O_RDONLY | constants.O_NONBLOCK);
  await rename(draft, join(folder, name)).catch(async (error) => {
    await handle.close();
    throw error;
  });
  return handle;
}

async function isOpen(path: string): Promise<boolean> {
  try {
    const handle = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    await handle.close();
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENXIO' && code !== 'ENOENT';
  }
}

/** Removes the entries of starts that were killed before they were visible. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await listEntries(folder)) {
    const path = join(folder, name);
    const draft = name.endsWith('.new') && (await stat(path).catch(() => undefined));
    if (draft && Date.now() - draft.mtimeMs > maxDraftAgeMs) await rm(path, { force: true });
  }
}

async function listEntries(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(ignore('ENOENT'))) ?? [];
  return names.filter((name) => /^\w+\.[0-9a-f-]{36}(\.new)?$/.test(name));
}

/** Process ids mean the same to all processes of one namespace. */
async function readNamespace(): Promise<string> {
  const link = await readlink('/proc/self/ns/pid').catch(() => '');
  return /\d+/.exec(link)?.[0] ?? 'host';
}

function ignore(expected: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== expected) throw error;
    return undefined;
  };
}
