import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { ConfigError, listSettings, readConfig, readVersion } from '../config.ts';
import { DatabaseError, isUnavailable, reasonOf } from '../db/database-error.ts';
import { ServiceError } from '../domain/errors.ts';
import { accountCommand } from './account.ts';
import { analyzeCommand } from './analyze.ts';
import { type CommandContext, createCommandContext } from './command-context.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { CommandIo } from './command-io.ts';
import { exportCommand } from './export.ts';
import { formatServiceError } from './format-errors.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { printCommand } from './print.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { workerCommand } from './worker.ts';

const commands = [
  serveCommand,
  workerCommand,
  migrateCommand,
  tokenCommand,
  accountCommand,
  keysCommand,
  importCommand,
  exportCommand,
  analyzeCommand,
  printCommand,
];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command line; returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function run(
  argv: readonly string[],
  env: Environment,
  io: CommandIo,
): Promise<number> {
  const context = createCommandContext({
    io,
    config: () => readConfig(env),
    log: createLogFor(env, io),
  });
  const program = new Command('quaestor')
    .description('A question database and analysis service.')
    .version(await readVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    })
    .addHelpText('afterAll', ({ command }) =>
      listsSettings(command)
        ? `\n${settingsHelp()}`
        : '\nEnvironment variables: see quaestor --help.',
    )
    .showHelpAfterError('(use --help to list commands and options)');
  for (const add of commands) add(program, context);
  try {
    await program.parseAsync(argv);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.stderr.write(`${describeError(error)}\n`);
    return error instanceof ConfigError || error instanceof UsageError ? 2 : 1;
  }
}

function createLogFor(env: Environment, { stdout }: CommandIo): CommandContext['log'] {
  const isPretty = env.NODE_ENV !== 'production' && stdout.isTTY === true;
  // Without a destination, lines to the process's own standard output are buffered.
  const usual = stdout === process.stdout ? undefined : stdout;
  return async ({ logLevel }, destination) => {
    const { createLog } = await import('../log.ts');
    return createLog({ level: logLevel, isPretty }, destination ?? usual);
  };
}

function describeError(error: unknown): string {
  if ([ConfigError, DatabaseError, CommandError].some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  if (error instanceof ServiceError) return formatServiceError(error);
  if (isUnavailable(error)) {
    return `Lost the connection to the database (${reasonOf(error)}). Run the command again when the database is available.`;
  }
  return inspect(error);
}

/** The program itself and the commands that stay running. */
function listsSettings(command: Command): boolean {
  return command.parent === null || ['serve', 'worker'].includes(command.name());
}

function settingsHelp(): string {
  const rows = listSettings().map(({ name, defaultValue, description }) => {
    const value = defaultValue === '' ? '' : ` [${defaultValue}]`;
    return `  ${name.padEnd(20)} ${description}${value}`;
  });
  return ['Environment variables:', ...rows].join('\n');
}
