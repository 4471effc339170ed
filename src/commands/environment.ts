import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { toCamelCase } from '../domain/naming.ts';
import { UsageError } from './command-error.ts';
import { settingFlags } from './command-line.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentSources {
  /** Options of the command line by name. */
  readonly flags: Environment;
  readonly env: Environment;
  /** Where `.env` and `.data` are looked for. */
  readonly folder: string;
  /** An installed package, not a checkout. */
  readonly isInstalled: boolean;
}

/** The settings as given: those of the command line before the environment, and that before `.env`. */
export function readEnvironment({
  flags,
  env,
  folder,
  isInstalled,
}: EnvironmentSources): Environment {
  const given: Environment = { ...readEnvFile(join(folder, '.env')), ...env, ...toSettings(flags) };
  // An installed package runs in any folder, and its data has to be the same in all of them.
  const isElsewhere = isInstalled && !existsSync(join(folder, '.data'));
  if (!isElsewhere || given.DATA_DIR?.trim() || given.DATABASE_URL?.trim()) return given;
  return { ...given, DATA_DIR: userDataFolder(process.platform, given) };
}

/** Where programs of this platform keep the data of a user. */
export function userDataFolder(platform: NodeJS.Platform, env: Environment): string {
  const home = env.HOME || homedir();
  if (platform === 'darwin') return join(home, 'Library/Application Support/quaestor');
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(home, 'AppData/Local'), 'quaestor');
  return join(env.XDG_DATA_HOME || join(home, '.local/share'), 'quaestor');
}

function toSettings(flags: Environment): Environment {
  const entries = Object.entries(settingFlags).flatMap(([flag, name]) => {
    const value = flags[toCamelCase(flag.replaceAll('-', '_'))];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function readEnvFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Environment;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new UsageError(`${path} cannot be read: ${message}. Mend or remove it.`);
  }
}
