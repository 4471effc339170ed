import { Option } from 'commander';
import type { DestinationStream } from 'pino';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { CommandIo } from './command-io.ts';

export interface CommandServices {
  readonly config: Config;
  readonly database: Database;
  readonly auth: Auth;
}

/**
 * What a command works with. The settings, the log and the database are opened on demand, and each
 * command imports what it needs when it runs, so that `--help` and short commands start quickly.
 */
export interface CommandContext {
  readonly io: CommandIo;
  readonly config: () => Config;
  /** Logs to standard output unless a destination is given. */
  readonly log: (config: Config, destination?: DestinationStream) => Promise<Log>;
  /** Prints a line to standard output. */
  readonly print: (line: string) => void;
  /** Opens the database, also beside a running service. Logs go to standard error. */
  readonly withDatabase: (work: (services: CommandServices) => Promise<void>) => Promise<void>;
}

export function createCommandContext({
  io,
  config,
  log,
}: Pick<CommandContext, 'io' | 'config' | 'log'>): CommandContext {
  return {
    io,
    config,
    log,
    print: (line) => void io.stdout.write(`${line}\n`),
    async withDatabase(work) {
      const settings = config();
      const { openStorage } = await import('../db/storage.ts');
      const { openAuth } = await import('../auth/open-auth.ts');
      const opened = await log(settings, io.stderr);
      const storage = await openStorage(settings, opened);
      try {
        const { database } = storage;
        const auth = openAuth(settings, storage, () => new Date(), opened);
        await work({ config: settings, database, auth });
      } finally {
        await storage.close();
      }
    },
  };
}

/** `--json`, the machine-readable output of a command. */
export const jsonOption = () => new Option('--json', 'print JSON');
