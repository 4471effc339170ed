import { statfs } from 'node:fs/promises';
import { DatabaseError, reasonOf } from '../database-error.ts';

/** Needs no further explanation. */
class StartError extends DatabaseError {}

const diskFull = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/;
const sharedMemory = /shared memory/;
const damaged =
  /could not (access|find|locate|open|read|stat) |required WAL directory|not a valid data directory|incompatible with server|data directory .+ (does not exist|has invalid|has wrong)/;
const otherVersion =
  /initialized by PostgreSQL version (\S+), which is not compatible with this version (\S+?)\.?$/m;
const forbidden = /Permission denied|Read-only file system/;
const minFreeBytes = 1024 * 1024;

/** Whether starting again would fail in the same way. */
export function isPermanent(output: string): boolean {
  const causes = findCauses(output).join('\n');
  return [diskFull, forbidden, damaged].some((pattern) => pattern.test(causes));
}

/** The cause from the server's output, and what to do about it. */
export async function explainStart(
  { folder, logFile }: { readonly folder: string; readonly logFile: string },
  output: string,
): Promise<DatabaseError> {
  const [cause = lastLines(output)] = findCauses(output);
  const fail = (reason: string, remedy: string) =>
    new StartError(`The embedded PostgreSQL in ${folder} cannot start: ${reason}. ${remedy}`);
  if (diskFull.test(cause) && sharedMemory.test(cause)) {
    return fail(cause, 'Give the container more shared memory (--shm-size).');
  }
  if (diskFull.test(cause)) return fail(cause, freeSpace(folder));
  // The server cannot write its reason to a log on a full disk.
  if (await isDiskFull(folder)) return fail('No space left on device', freeSpace(folder));
  if (forbidden.test(cause)) {
    return fail(cause, `Give the user of PostgreSQL access to everything in ${folder}.`);
  }
  const [, from, to] = otherVersion.exec(output) ?? [];
  if (from !== undefined) {
    return fail(
      `its data is of PostgreSQL ${from}, and this release brings ${to}`,
      'With the release that ran before: `quaestor backup FILE`. With this one, and another DATA_DIR: `quaestor restore FILE`.',
    );
  }
  if (damaged.test(cause)) {
    const remedy = 'Files are missing or damaged: restore DATA_DIR from a backup.';
    return fail(cause, remedy);
  }
  return fail(cause || 'it gave no reason', `See ${logFile}.`);
}

/** The same for initdb, which removes what it has created. */
export async function explainCreation(folder: string, output: string): Promise<DatabaseError> {
  const [cause = lastLines(output)] = findCauses(output);
  const isFull = diskFull.test(cause) || (await isDiskFull(folder));
  const remedy = isFull ? freeSpace(folder) : `Check the permissions of ${folder}.`;
  const reason = cause || (isFull ? 'No space left on device' : 'initdb gave no reason');
  return new StartError(`Cannot create the embedded PostgreSQL: ${reason}. ${remedy}`);
}

/** Turns errors of the file system into a sentence; others stay as they are. */
export async function explainStorageError(error: unknown, folder: string): Promise<unknown> {
  if (error instanceof StartError) return error;
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  const reason = reasonOf(error).replace(/\.$/, '');
  const isKnown = error instanceof DatabaseError;
  if (diskFull.test(reason) || code === '53100' || (isKnown && (await isDiskFull(folder)))) {
    return new StartError(`The disk is full: ${reason}. ${freeSpace(folder)}`, { cause: error });
  }
  if (isKnown || typeof syscall !== 'string') return error;
  return new StartError(
    `The data in ${folder} cannot be used: ${reason}. Check its files and permissions, or restore DATA_DIR from a backup.`,
    { cause: error },
  );
}

async function isDiskFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < minFreeBytes;
}

function freeSpace(folder: string): string {
  return `Free space on the disk of ${folder}, then start again.`;
}

/** What ended the server, without time and process id; not what ended a connection. */
function findCauses(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => !/terminating connection|the database system is/.test(line))
    .flatMap((line) => /(?:FATAL: |PANIC: |^postgres:|^initdb: error:) +(.+)/.exec(line)?.[1] ?? [])
    .map((cause) => cause.replace(/\.$/, ''));
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-3).join(' ');
}
