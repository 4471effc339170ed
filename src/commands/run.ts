import { Command, CommanderError } from 'commander';
import { ConfigError, listSettings, readConfig, readVersion } from '../config.ts';
import { DatabaseError, isUnavailable, reasonOf } from '../db/database-error.ts';
import { ServiceError } from '../domain/errors.ts';
import { createLog } from '../log.ts';
import { accountCommand } from './account.ts';
import { analyzeCommand } from './analyze.ts';
import { createCommandContext } from './command-context.ts';
import { CommandError, WrongUse } from './command-error.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { watchOutput } from './output.ts';
import { printCommand } from './print.ts';
import { serveCommand } from './serve.ts';
import { tellFaults } from './tell-faults.ts';
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

/** Runs the command line; returns the exit code: 0 done, 1 failed, 2 wrong use. */
export async function run(argv: readonly string[], env: Environment): Promise<number> {
  const context = createCommandContext(
    () => readConfig(env),
    ({ logLevel }, destination) =>
      createLog(
        { level: logLevel, isPretty: env.NODE_ENV !== 'production' && isTerminal() },
        destination,
      ),
  );
  const program = new Command('quaestor')
    .description('A question database and analysis service.')
    .version(await readVersion())
    .exitOverride()
    .addHelpText('afterAll', ({ command }) =>
      hasAllSettings(command) ? `\n${settingsHelp()}` : '\nSettings: see quaestor --help.',
    )
    .showHelpAfterError('(add --help for what there is)');
  for (const add of commands) add(program, context);
  watchOutput();
  try {
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isSentence(error)) console.error(error.message);
  else if (error instanceof ServiceError) console.error(tellError(error));
  else if (isUnavailable(error)) console.error(explainLoss(error));
  else console.error(error);
  return error instanceof ConfigError || error instanceof WrongUse ? 2 : 1;
}

function isSentence(error: unknown): error is Error {
  return [ConfigError, DatabaseError, CommandError].some((kind) => error instanceof kind);
}

function explainLoss(error: unknown): string {
  return `The database was lost on the way (${reasonOf(error)}). Run the command again when it is back.`;
}

function tellError({ message, faults }: ServiceError): string {
  return faults.length === 0 ? message : tellFaults(faults);
}

function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** Where people look for them: of the program, and of what stays running. */
function hasAllSettings(command: Command): boolean {
  return command.parent === null || ['serve', 'worker'].includes(command.name());
}

function settingsHelp(): string {
  const rows = listSettings().map(({ name, fallback, meaning }) => {
    const value = fallback === '' ? '' : ` [${fallback}]`;
    return `  ${name.padEnd(18)} ${meaning}${value}`;
  });
  return ['Settings, from the environment:', ...rows].join('\n');
}
