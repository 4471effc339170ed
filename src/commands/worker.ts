import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { waitForSignal } from './wait-for-signal.ts';

export function workerCommand(program: Command, context: CommandContext): void {
  program
    .command('worker')
    .description('Run queued analyses beside a service until SIGINT or SIGTERM; WORKERS at a time.')
    .action(async () => {
      const given = context.config();
      // A worker that takes no runs would be none: 0 is for services that leave them to workers.
      const config = { ...given, workers: Math.max(1, given.workers) };
      const log = context.log(config);
      const stopped = waitForSignal();
      const { openStorage } = await import('../db/storage.ts');
      const { openEngine } = await import('../app.ts');
      const storage = await openStorage(config, log);
      try {
        const { engine, events } = openEngine(config, storage.database, log);
        log.info({ workers: config.workers }, 'Waiting for analyses to run.');
        const signal = await stopped;
        log.info({ signal }, 'Stopping: handing back the runs under way.');
        await engine.stop();
        await events.close();
      } finally {
        await storage.close();
      }
    });
}
