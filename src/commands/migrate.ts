import type { Command } from 'commander';
import { type CommandContext, jsonOption } from './command-context.ts';

export function migrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('Bring the database up to date and stop.')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: true }) => {
      const config = context.config();
      const { openStorage } = await import('../db/storage.ts');
      const storage = await openStorage(config, context.log(config, process.stderr));
      await storage.close();
      const { applied } = storage;
      if (json) console.log(JSON.stringify({ applied }));
      else if (applied.length === 0) console.log('The database is up to date.');
      else console.log(`Applied ${applied.join(', ')}.`);
    });
}
