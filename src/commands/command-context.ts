import { Option } from 'commander';
import type { DestinationStream } from 'pino';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

/**
 * What a command is given: the settings and a log, made when it asks for them. It loads what it needs
 * when it runs, so that `--help` and the other commands answer at once.
 */
export interface CommandContext {
  readonly config: () => Config;
  /** Logs to standard output unless told otherwise: there a command prints what it was asked for. */
  readonly log: (config: Config, destination?: DestinationStream) => Log;
}

/** `--json`, which every command that prints something for people has. */
export const jsonOption = () => new Option('--json', 'print JSON for machines');
