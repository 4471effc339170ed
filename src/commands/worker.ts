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
      const [
        { createClosers },
        { openTelemetry },
        { openStorage, deadlinesOf },
        { openJobs },
        { createSecretBox },
      ] = await Promise.all([
        import('../closers.ts'),
        import('../open-telemetry.ts'),
        import('../db/storage.ts'),
        import('../open-jobs.ts'),
        import('../auth/secret-box.ts'),
      ]);
      const closers = createClosers(log);
      try {
        const telemetry = await openTelemetry(config, closers, log);
        const storage = await openStorage(config, log, deadlinesOf(config));
        closers.add('storage', storage.close);
        const box = createSecretBox(storage.dataKey);
        const { database } = storage;
        const { tracer } = telemetry;
        const { webhookAttempts } = openJobs({ config, database, box, closers, log, tracer });
        if (telemetry.exportsMetrics) {
          const { createServiceMetrics } = await import('../http/metrics.ts');
          telemetry.exportMetrics(
            createServiceMetrics({ database, webhookAttempts, log }).registry,
          );
        }
        log.info({ workers: config.workers }, 'Worker ready');
        const signal = await stopped;
        log.info({ signal }, 'Shutting down: releasing active runs');
      } finally {
        await closers.close();
        // A collector that does not answer would keep the process alive.
        setTimeout(() => context.io.exit?.(), 1000).unref();
      }
    });
}
