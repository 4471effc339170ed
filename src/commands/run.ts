import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { listSettings, readConfig } from '../config.ts';
import { DatabaseError, isUnavailable, reasonOf } from '../db/database-error.ts';
import { ConfigError } from '../domain/config-error.ts';
import { ServiceError } from '../domain/errors.ts';
import { packageFile, readVersion } from '../package-file.ts';
import { accountCommand } from './account.ts';
import { analyzeCommand } from './analyze.ts';
import { apiKeyCommand } from './api-key.ts';
import { backupCommand } from './backup.ts';
import { type CommandContext, createCommandContext } from './command-context.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { CommandIo } from './command-io.ts';
import { completeCommandLine, settingOptions } from './command-line.ts';
import { completionCommand } from './completion.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { documentsCommand } from './documents.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { exportCommand } from './export.ts';
import { formCommand } from './form.ts';
import { formatServiceError } from './format-errors.ts';
import { importCommand } from './import.ts';
import { mcpCommand } from './mcp.ts';
import { migrateCommand } from './migrate.ts';
import { printCommand } from './print.ts';
import { responsesCommand } from './responses.ts';
import { restoreCommand } from './restore.ts';
import { serveCommand } from './serve.ts';
import { signingKeysCommand } from './signing-keys.ts';
import { tokenCommand } from './token.ts';
import { webhookCommand } from './webhook.ts';
import { workerCommand } from './worker.ts';

const isInstalled = packageFile('package.json').pathname.includes('/node_modules/');

const commands = [
  serveCommand,
  workerCommand,
  migrateCommand,
  doctorCommand,
  tokenCommand,
  accountCommand,
  apiKeyCommand,
  signingKeysCommand,
  webhookCommand,
  documentsCommand,
  importCommand,
  exportCommand,
  responsesCommand,
  formCommand,
  analyzeCommand,
  backupCommand,
  restoreCommand,
  mcpCommand,
  printCommand,
  completionCommand,
];

/** Runs a command line; returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function run(
  argv: readonly string[],
  env: Environment,
  io: CommandIo,
): Promise<number> {
  const program = new Command('quaestor');
  const settings = () =>
    readEnvironment({ flags: program.opts(), env, folder: process.cwd(), isInstalled });
  const context = createCommandContext({
    io,
    config: () => readConfig(settings()),
    log: createLogFor(settings, io),
  });
  program
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
  for (const option of settingOptions()) program.addOption(option);
  for (const add of commands) add(program, context);
  try {
    await program.parseAsync(completeCommandLine(argv));
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const description = describeError(error);
    // Empty when the command has said it already.
    if (description !== '') io.stderr.write(`${description}\n`);
    return error instanceof ConfigError || error instanceof UsageError ? 2 : 1;
  }
}

function createLogFor(settings: () => Environment, { stdout }: CommandIo): CommandContext['log'] {
  // Without a destination, lines to the process's own standard output are buffered.
  const usual = stdout === process.stdout ? undefined : stdout;
  return async ({ logLevel }, destination) => {
    const { createLog } = await import('../log.ts');
    const { NODE_ENV, DATABASE_URL, DATA_DIR } = settings();
    const isPretty = NODE_ENV !== 'production' && stdout.isTTY === true;
    const log = createLog({ level: logLevel, isPretty }, destination ?? usual);
    if (DATABASE_URL?.trim() && DATA_DIR?.trim()) {
      log.warn({ data_dir: DATA_DIR }, 'DATA_DIR is not used, because DATABASE_URL is set');
    }
    return log;
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
