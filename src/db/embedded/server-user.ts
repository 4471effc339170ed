import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DatabaseError } from '../database-error.ts';

/** The user that PostgreSQL runs as when this process is root: it refuses to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Undefined when this process is not root: then the server runs as the same user. */
export function findServerUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp('postgres');
  if (known) return known;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], {
    stdio: 'ignore',
  });
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (user) return user;
  throw new DatabaseError(
    'PostgreSQL does not run as root, and the user "postgres" could not be created. Start as another user, or set DATABASE_URL.',
  );
}

export function canRun(program: string, args: string[], user: ServerUser | undefined): boolean {
  return spawnSync(program, args, { stdio: 'ignore', cwd: '/', ...user }).status === 0;
}

/** Whether the user can access this folder, which depends on all its parents. */
export function canEnter(folder: string, user: ServerUser | undefined): boolean {
  return !user || canRun('/bin/sh', ['-c', 'cd "$0"', folder], user);
}

function lookUp(name: string): ServerUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
