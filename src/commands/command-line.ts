import { parseArgs } from 'node:util';
import { Option } from 'commander';

/** Options of every command that stand for a setting. */
export const settingFlags = {
  port: 'PORT',
  host: 'HOST',
  'data-dir': 'DATA_DIR',
  'database-url': 'DATABASE_URL',
} as const;

export const settingOptions = (): Option[] =>
  Object.entries(settingFlags).map(
    ([flag, name]) => new Option(`--${flag} <value>`, `instead of ${name} in the environment`),
  );

/** The command a line names; without one, the service is served. */
export function findCommand(argv: readonly string[]): string | undefined {
  const { positionals, values } = parse(argv);
  const asksOtherwise = Object.keys(values).some((name) => !(name in settingFlags));
  return positionals[0] ?? (asksOtherwise ? undefined : 'serve');
}

/** The line with its command. */
export function completeCommandLine(argv: readonly string[]): string[] {
  const { positionals } = parse(argv);
  const command = findCommand(argv);
  if (positionals.length > 0 || !command) return [...argv];
  return [...argv.slice(0, 2), command, ...argv.slice(2)];
}

function parse(argv: readonly string[]) {
  const options = Object.fromEntries(
    Object.keys(settingFlags).map((flag) => [flag, { type: 'string' as const }]),
  );
  return parseArgs({ args: argv.slice(2), options, strict: false, allowPositionals: true });
}
