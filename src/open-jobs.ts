import type { SecretBox } from './auth/secret-box.ts';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { limitStatements } from './db/limit-statements.ts';
import type { Tracer } from './domain/span.ts';
import { openEvents } from './events/events.ts';
import { embeddingsProvider } from './jobs/embeddings.ts';
import { createFormHandler, formJob } from './jobs/forms/form-job.ts';
import { createImportHandler, importJob } from './jobs/imports/import-job.ts';
import { defineWork, type JobEngine, startJobEngine } from './jobs/job-engine.ts';
import { createRunAnalysisHandler, runAnalysisJob } from './jobs/run-analysis-job.ts';
import { createRunner, type Publish } from './jobs/runner.ts';
import type { Traffic } from './jobs/traffic.ts';
import type { Log } from './log.ts';
import { createDeliverHandler, deliverJob } from './webhooks/deliver-job.ts';
import { createDispatcher } from './webhooks/dispatcher.ts';
import { createSender } from './webhooks/sender.ts';
import { webhookSettingsOf } from './webhooks/webhook-settings.ts';

export interface JobsOptions {
  readonly config: Config;
  readonly database: Database;
  readonly reserved?: Database;
  /** Decrypts the secrets of webhooks. */
  readonly box: SecretBox;
  readonly closers: Closers;
  readonly log: Log;
  /** Milliseconds before the queue is opened: it would delay the first responses of a service. */
  readonly startDelay?: number;
  /** Requests of the same process, to which runs yield. */
  readonly traffic?: Traffic;
  readonly tracer?: Tracer | undefined;
}

/** Sending is waiting: receivers that are slow must not keep others waiting. */
const webhooksAtOnce = 100;
/** Of the pool that requests use too. */
const webhookStatements = 2;

/** Opens the background jobs of a service or a worker, and the events they publish. */
export function openJobs(options: JobsOptions) {
  const { config, database, box, closers, log, startDelay = 0, traffic, tracer } = options;
  const { redisUrl, workers, analysisTimeout: timeLimit } = config;
  const events = openEvents({ database, reserved: options.reserved, redisUrl, log });
  closers.add('events', events.close);
  const publish: Publish = (type, id) => events.publish({ type, id });
  const runner = createRunner({
    database,
    replicaUrl: config.databaseReplicaUrl,
    threads: Math.max(1, workers),
    timeLimit,
    memoryLimit: config.analysisMemory,
    embeddings: embeddingsProvider(config),
    traffic,
    publish,
    log,
  });
  closers.add('runner', runner.close);
  const runs = { database, runner, concurrency: workers, timeLimit, publish, log };
  const forms = {
    database,
    concurrency: workers,
    timeLimit: config.formTimeout,
    publish: (id: string) => events.publish({ type: 'form.ended', id }),
    log,
  };
  const settings = webhookSettingsOf(config);
  const limited = limitStatements(database, webhookStatements);
  const dispatcher = createDispatcher({
    database: limited,
    onAdvance: events.log.onAdvance,
    async deliver(webhookIds, position) {
      for (const webhookId of webhookIds) {
        await jobs.add(deliverJob, `${webhookId}.${position}`, { webhookId });
      }
    },
    log,
  });
  closers.add('webhooks', dispatcher.stop);
  const webhookAttempts = { delivered: 0, retried: 0, dead: 0 };
  const deliveries = {
    database: limited,
    counts: webhookAttempts,
    send: createSender({ database: limited, box, settings, tracer }),
    concurrency: workers > 0 ? webhooksAtOnce : 0,
    timeoutMs: settings.timeoutMs,
    dispatcher,
    log,
  };
  const jobs: JobEngine = startJobEngine({ database, redisUrl, startDelay, tracer, log }, [
    defineWork(runAnalysisJob, createRunAnalysisHandler(runs)),
    defineWork(deliverJob, createDeliverHandler(deliveries)),
    defineWork(formJob, createFormHandler(forms)),
    defineWork(importJob, createImportHandler({ database, concurrency: workers, log })),
  ]);
  closers.add('jobs', jobs.stop);
  const stopListening = events.listen(({ type, id }) => {
    if (type === 'analysis.cancelled') runner.cancel(id);
  });
  closers.add('cancellations', stopListening);
  return { events, jobs, webhookAttempts };
}
