import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DatabaseError } from '../database-error.ts';

/** The account PostgreSQL runs as when we are root, which it refuses to be. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Undefined when this process is an ordinary user and the server can simply be ours. */
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
    'PostgreSQL does not run as root and no user "postgres" could be made. Start as an ordinary user, or set DATABASE_URL.',
  );
}

export function canRun(program: string, args: string[], user: ServerUser | undefined): boolean {
  return spawnSync(program, args, { stdio: 'ignore', cwd: '/', ...user }).status === 0;
}

/** Whether the user can enter this folder, which depends on every folder above it. */
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
