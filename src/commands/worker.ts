import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { waitForSignal } from './wait-for-signal.ts';

export function workerCommand(program: Command, context: CommandContext): void {
  program
    .command('worker')
    .description('Run queued analyses, up to WORKERS at a time, until SIGINT or SIGTERM.')
    .action(async () => {
      const given = context.config();
      // 0 is for services that leave all runs to workers; a worker runs at least one.
      const config = { ...given, workers: Math.max(1, given.workers) };
      const log = await context.log(config);
      const stopped = waitForSignal(context.io);
      const [{ createClosers }, { openStorage, deadlinesOf }, { openJobs }] = await Promise.all([
        import('../closers.ts'),
        import('../db/storage.ts'),
        import('../open-jobs.ts'),
      ]);
      const closers = createClosers(log);
      try {
        const storage = await openStorage(config, log, deadlinesOf(config));
        closers.add('storage', storage.close);
        openJobs({ config, database: storage.database, closers, log });
        log.info({ workers: config.workers }, 'Worker ready');
        const signal = await stopped;
        log.info({ signal }, 'Shutting down: releasing active runs');
      } finally {
        await closers.close();
      }
    });
}
