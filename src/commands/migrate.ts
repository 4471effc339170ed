import type { Command } from 'commander';
import { type CommandContext, jsonOption } from './command-context.ts';

export function migrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('Apply pending database migrations and exit.')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: true }) => {
      const config = context.config();
      const { openStorage } = await import('../db/storage.ts');
      const storage = await openStorage(config, await context.log(config, context.io.stderr));
      await storage.close();
      const { applied } = storage;
      if (json) context.print(JSON.stringify({ applied }));
      else if (applied.length === 0) context.print('The database is up to date.');
      else context.print(`Applied ${applied.join(', ')}.`);
    });
}
