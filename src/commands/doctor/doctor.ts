import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { ConfigError } from '../../domain/config-error.ts';
import { readVersion } from '../../package-file.ts';
import { type CommandContext, jsonOption } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { type Check, ok, problem } from './check.ts';

/** `doctor`: looks at everything a start needs, without starting or changing anything. */
export function doctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('Check settings, database, Redis and port, and say what to fix. Changes nothing.')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: true }) => {
      const checks = [
        ok('version', `Quaestor ${await readVersion()} on Node.js ${process.versions.node}`),
        ...(await examine(context)),
      ];
      if (json) context.print(JSON.stringify(checks));
      else for (const check of checks) context.print(formatCheck(check));
      const problems = checks.filter(({ status }) => status === 'problem').length;
      if (problems > 0) {
        throw new CommandError(json ? '' : `${problems} to fix before Quaestor can start.`);
      }
    });
}

async function examine(context: CommandContext): Promise<Check[]> {
  let config: Config;
  try {
    config = context.config();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((detail) =>
      problem('settings', detail, 'See `quaestor --help` for all settings.'),
    );
  }
  const [{ checkSettings }, { checkNetwork }] = await Promise.all([
    import('./check-settings.ts'),
    import('./check-network.ts'),
  ]);
  return [
    ok('settings', 'valid'),
    ...checkSettings(config),
    ...(await checkDatabase(config)),
    ...(await checkNetwork(config)),
  ];
}

async function checkDatabase(config: Config): Promise<Check[]> {
  if (config.databaseUrl) {
    const { checkOutsideDatabase } = await import('./check-outside-database.ts');
    return checkOutsideDatabase(config);
  }
  const { checkEmbeddedDatabase } = await import('./check-embedded-database.ts');
  return checkEmbeddedDatabase(config);
}

function formatCheck({ name, status, detail, remedy }: Check): string {
  const line = `${status.padEnd(8)} ${name.padEnd(12)} ${detail}`;
  return remedy ? `${line}\n${' '.repeat(22)}${remedy}` : line;
}
