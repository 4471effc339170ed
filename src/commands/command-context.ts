import { Option } from 'commander';
import type { DestinationStream } from 'pino';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';

export interface CommandServices {
  readonly config: Config;
  readonly database: Database;
  readonly auth: Auth;
}

/**
 * What a command is given: the settings, a log and the database, made when it asks for them. It loads
 * what it needs when it runs, so that `--help` and the other commands answer at once.
 */
export interface CommandContext {
  readonly config: () => Config;
  /** Logs to standard output unless told otherwise: there a command prints what it was asked for. */
  readonly log: (config: Config, destination?: DestinationStream) => Log;
  /** Runs beside a service or without one, on the same database. */
  readonly withDatabase: (work: (services: CommandServices) => Promise<void>) => Promise<void>;
}

export function createCommandContext(
  config: CommandContext['config'],
  log: CommandContext['log'],
): CommandContext {
  return {
    config,
    log,
    async withDatabase(work) {
      const settings = config();
      const { openStorage } = await import('../db/storage.ts');
      const { openAuth } = await import('../app.ts');
      const storage = await openStorage(settings, log(settings, process.stderr));
      try {
        const { database } = storage;
        const auth = openAuth(settings, storage, () => new Date());
        await work({ config: settings, database, auth });
      } finally {
        await storage.close();
      }
    },
  };
}

/** `--json`, which every command that prints something for people has. */
export const jsonOption = () => new Option('--json', 'print JSON for machines');
